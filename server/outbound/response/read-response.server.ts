import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { startOfBytes } from '#server/outbound/cut-text.server.ts';
import type { CallResponse } from '#server/outbound/types.ts';
import { decodeBody } from './decode-body.server.ts';

export const storedLimitBytes = 64 * 1024;
/** Limit of the text for patterns (D14a). */
export const searchedLimitBytes = 256 * 1024;

/**
 * A response for the ledger: text up to 64 KiB, for binary bodies only length and SHA-256. A longer text is kept beside
 * it, up to 256 KiB, for the pattern of the job.
 * @param isCut the wire was cut, by us or by an error
 */
export async function readResponse({
  statusCode,
  headers,
  buffer,
  isCut,
}: {
  statusCode: number;
  headers: IncomingHttpHeaders;
  buffer: Buffer;
  isCut: boolean;
}): Promise<CallResponse> {
  const plain = plainHeaders(headers);
  const encoding = plain['content-encoding'];
  const decoded =
    encoding === undefined
      ? { data: buffer, isCut, undecoded: null }
      : await decodeBody({ buffer, isCut, contentEncoding: encoding });
  const { data, undecoded } = decoded;
  const base = {
    ...{ statusCode, headers: plain, bytes: data.length },
    ...(undecoded !== null && { undecoded }),
  };
  const contentType = plain['content-type'] ?? '';
  if (isBinary({ data, contentType })) {
    const sha256 = createHash('sha256').update(data).digest('hex');
    return { ...base, body: '', isTruncated: decoded.isCut, isBinary: true, sha256 };
  }
  const text = textOf({ data, charset: charsetOf({ data, contentType }) });
  const isSearchCut = decoded.isCut || text.isCut;
  const whole = { isTruncated: isSearchCut, isBinary: false, sha256: null };
  if (Buffer.byteLength(text.whole) <= storedLimitBytes) return { ...base, ...whole, body: text.whole };
  const body = startOfBytes({ data: Buffer.from(text.whole), most: storedLimitBytes });
  return { ...base, ...whole, body, isTruncated: true, searched: { text: text.whole, isCut: isSearchCut } };
}

function plainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value = '']): [string, string] => [
    name,
    clean(typeof value === 'string' ? value : value.join(', ')),
  ]);
  return Object.fromEntries(entries);
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

const byteOrderMarks = new Map([
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]);
const lowestMarkByte = 0xef;

function markOf(data: Buffer): string | undefined {
  if ((data[0] ?? 0) < lowestMarkByte) return undefined;
  return [3, 2].map((length) => byteOrderMarks.get(data.subarray(0, length).toString('hex'))).find(Boolean);
}

/**
 * Character set of a response, from its byte order mark or its label; null for UTF-8, and for an unknown one. The mark
 * takes precedence (Encoding Standard, "decode").
 */
function charsetOf({ data, contentType }: { data: Buffer; contentType: string }): string | null {
  const marked = markOf(data);
  const named = /;\s*charset\s*=\s*"?([^\s;"]{1,40})/i.exec(contentType)?.[1];
  const label = marked ?? named ?? 'utf-8';
  // A decoder takes longer to make than the rest of this module takes for a small response.
  if (/^utf-?8$/i.test(label)) return null;
  try {
    const { encoding } = new TextDecoder(label);
    return encoding === 'utf-8' ? null : encoding;
  } catch {
    return null;
  }
}

/** The text without its byte order mark, up to what is searched. */
function textOf({ data, charset }: { data: Buffer; charset: string | null }): {
  whole: string;
  isCut: boolean;
} {
  const whole = charset === null ? data : Buffer.from(new TextDecoder(charset).decode(data));
  const text = clean(withoutMark(startOfBytes({ data: whole, most: searchedLimitBytes })));
  // A byte that is no UTF-8 becomes a character of three.
  if (Buffer.byteLength(text) > searchedLimitBytes)
    return { whole: startOfBytes({ data: Buffer.from(text), most: searchedLimitBytes }), isCut: true };
  return { whole: text, isCut: whole.length > searchedLimitBytes };
}

function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** PostgreSQL stores no NUL in text. */
function clean(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}
