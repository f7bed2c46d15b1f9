import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { startOfBytes } from './cut-text.server.ts';
import { decodeBody } from './decode-body.server.ts';
import type { CallAnswer } from './types.ts';

export const storedLimitBytes = 64 * 1024;

/**
 * An answer as the ledger keeps it: text up to 64 KiB, of binary bodies length and SHA-256 alone.
 * @param isCut the wire was cut, by us or by a fault
 */
export async function readAnswer({
  statusCode,
  headers,
  wire,
  isCut,
}: {
  statusCode: number;
  headers: IncomingHttpHeaders;
  wire: Buffer;
  isCut: boolean;
}): Promise<CallAnswer> {
  const plain = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, clean([value ?? ''].flat().join(', '))]),
  );
  const encoding = plain['content-encoding'];
  const decoded =
    encoding === undefined
      ? { data: wire, isCut: false }
      : await decodeBody({ wire, contentEncoding: encoding });
  const { data } = decoded;
  const isTruncated = isCut || decoded.isCut;
  const base = { statusCode, headers: plain, bytes: data.length };
  const contentType = plain['content-type'] ?? '';
  if (isBinary({ data, contentType })) {
    const sha256 = createHash('sha256').update(data).digest('hex');
    return { ...base, body: '', isTruncated, isBinary: true, sha256 };
  }
  const { text, isShort } = storedText({ data, charset: charsetOf({ data, contentType }) });
  return { ...base, body: text, isTruncated: isTruncated || isShort, isBinary: false, sha256: null };
}

const textTypes = /^(text\/|[^;]*[/+](json|xml|javascript|x-www-form-urlencoded|x-ndjson|yaml|graphql)\b)/i;

/** Bytes are taken for text when their type says so or, with any other type or none, when they read as UTF-8. */
function isBinary({ data, contentType }: { data: Buffer; contentType: string }): boolean {
  if (data.length === 0 || textTypes.test(contentType)) return false;
  if (data.includes(0)) return true;
  try {
    // As a stream: the last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(data, { stream: true });
    return false;
  } catch {
    return true;
  }
}

/** The character set that an answer names or begins with; null for UTF-8, and for one that nobody knows. */
function charsetOf({ data, contentType }: { data: Buffer; contentType: string }): string | null {
  const mark = data.subarray(0, 2).toString('hex');
  const marked = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : undefined;
  const named = /;\s*charset\s*=\s*"?([^\s;"]{1,40})/i.exec(contentType)?.[1];
  try {
    const { encoding } = new TextDecoder(named ?? marked ?? 'utf-8');
    return encoding === 'utf-8' ? null : encoding;
  } catch {
    return null;
  }
}

function storedText({ data, charset }: { data: Buffer; charset: string | null }): {
  text: string;
  isShort: boolean;
} {
  const whole = charset === null ? data : Buffer.from(new TextDecoder(charset).decode(data));
  const text = clean(startOfBytes({ data: whole, most: storedLimitBytes }));
  // A byte that is no UTF-8 becomes a character of three.
  const bytes = Buffer.byteLength(text);
  if (bytes <= storedLimitBytes) return { text, isShort: whole.length > storedLimitBytes };
  return { text: startOfBytes({ data: Buffer.from(text), most: storedLimitBytes }), isShort: true };
}

/** PostgreSQL stores no NUL in text. */
function clean(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}
