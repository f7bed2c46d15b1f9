import { isSecretHeader, mask } from '#domain/job/secret-headers.ts';
import type { Needle } from './text-matcher.server.ts';

/** Values a call carried and nothing of it may repeat. */
export interface HiddenValues {
  /** By name of the variable. */
  secrets: Readonly<Record<string, string>>;
  /** The headers of the request, as sent. */
  headers?: Readonly<Record<string, string>>;
  /** Others, which nothing names. */
  hidden?: readonly string[];
}

/** This many matching bytes at the start count as the secret: see `needleOf`. */
const comparedBytes = 128;
/** In base64: 64 characters of it. */
const comparedBase64Bytes = 48;
/** Values in headers that only sound secret, such as `x-author: Ann`, are words below this. */
const shortestHeaderBytes = 8;
const shortestBase64Bytes = 8;
/** Cookies beyond it are not looked for in base64: the search would grow to many times the headers. */
const mostEncodedParts = 50;

/**
 * Strings to search in a response: secrets, and values of request headers masked by name, as they are, in base64 and
 * with their bytes read as Latin-1.
 * @param shortest minimum bytes of a secret
 */
export function secretNeedles({
  values: { secrets, headers = {}, hidden = [] },
  shortest,
}: {
  values: HiddenValues;
  shortest: number;
}): Needle[] {
  const named = Object.entries(secrets)
    .map(([name, value]) => ({ value, label: `{{${name}}}` }))
    .filter(({ value }) => Buffer.byteLength(value) >= shortest);
  const sent = Object.entries(headers)
    .flatMap(([name, value]) => hiddenParts({ name: name.toLowerCase(), value }))
    .filter((value) => Buffer.byteLength(value) >= shortestHeaderBytes)
    .map((value) => ({ value, label: mask }));
  const others = hidden
    .filter((value) => value !== '' && Buffer.byteLength(value) >= shortest)
    .map((value) => ({ value, label: mask }));
  return [
    ...[...named, ...others, ...sent].flatMap(({ value, label }) =>
      formsOf(value).map((bytes) => needleOf({ bytes, label })),
    ),
    ...[...named, ...others, ...sent.slice(0, mostEncodedParts)].flatMap(({ value, label }) =>
      base64Needles({ bytes: Buffer.from(value), label }),
    ),
  ];
}

/** For a long text only its start is compared and the rest is assumed: its cost does not grow with its length. */
function needleOf({ bytes, label }: { bytes: Buffer; label: string }): Needle {
  return { bytes: bytes.subarray(0, comparedBytes), length: bytes.length, label };
}

/** A value in UTF-8; where other characters than ASCII are in it also as servers read or write header bytes. */
function formsOf(value: string): Buffer[] {
  const bytes = Buffer.from(value);
  if (bytes.length === value.length) return [bytes];
  const isLatin = /^[\0-\xff]*$/.test(value);
  return [bytes, Buffer.from(bytes.toString('latin1')), ...(isLatin ? [Buffer.from(value, 'latin1')] : [])];
}

/** Base64 characters of a value alone, independent of the text before and after it. */
function base64Needles({ bytes, label }: { bytes: Buffer; label: string }): Needle[] {
  if (bytes.length < shortestBase64Bytes) return [];
  return [0, 1, 2].flatMap((before) => {
    const first = Math.ceil((before * 8) / 6);
    const endOf = (count: number) => Math.floor(((before + count) * 8) / 6);
    const compared = Buffer.concat([Buffer.alloc(before), bytes.subarray(0, comparedBase64Bytes)]);
    const text = compared.toString('base64').slice(first, endOf(compared.length - before));
    const forms = new Set([text, text.replaceAll('+', '-').replaceAll('/', '_')]);
    const length = endOf(bytes.length) - first;
    return [...forms].map((form) => ({ bytes: Buffer.from(form), length, label }));
  });
}

/** The secret part of a header: all of it, without the scheme of an authorization, the names of cookies, a version. */
function hiddenParts({ name, value }: { name: string; value: string }): string[] {
  if (name === 'webhook-signature') return value.split(' ').map((one) => one.slice(one.indexOf(',') + 1));
  // It is ours, or names one call and is no credential.
  if (!isSecretHeader(name) || name === 'idempotency-key') return [];
  if (name.includes('cookie'))
    return value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
  const [, scheme, credentials] = /^([\w-]+) +([^ ].*)$/.exec(value) ?? [];
  if (!name.endsWith('authorization') || !scheme || !credentials) return [value];
  if (scheme.toLowerCase() !== 'basic') return [credentials];
  const pair = Buffer.from(credentials, 'base64').toString();
  return [credentials, pair.slice(pair.indexOf(':') + 1)];
}
