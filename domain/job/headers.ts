const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const value = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Headers a job cannot set, besides those of oursByPrefix. */
export const ownHeaders: readonly string[] =
  'host content-length transfer-encoding connection keep-alive upgrade te trailer expect via accept-encoding'.split(
    ' ',
  );
const ours = new Set(ownHeaders);
const oursByPrefix = /^(proxy-|webhook-|x-punctual-)/;
export const mostHeaders = 50;
export const longestValue = 4_096;
export const largestHeaders = 16_384;

/** Reports whether Punctual sets a header itself: a job cannot. */
export function isOwnHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return ours.has(lower) || oursByPrefix.test(lower);
}

/** The error for a header whose value is longer than may be sent. */
export function valueTooLong(name: string): string {
  return `The value of ${name} is longer than 4 KiB.`;
}

/**
 * The rules on a job's request headers (security.md section 2).
 * @returns what is wrong with the first bad one, null when all may be sent
 */
export function headersError(headers: Record<string, string>): string | null {
  const names = Object.keys(headers);
  if (names.length > mostHeaders)
    return `There are ${names.length} headers. At most ${mostHeaders} can be sent.`;
  const seen = new Set<string>();
  let size = 0;
  for (const name of names) {
    const lower = name.toLowerCase();
    const text = headers[name] ?? '';
    if (!token.test(name)) return `${JSON.stringify(name.slice(0, 40))} is not a header name.`;
    if (isOwnHeader(name)) return `The header ${name} is set by Punctual. Remove it.`;
    if (seen.has(lower)) return `The header ${name} is there twice. Keep one.`;
    if (text.length > longestValue) return valueTooLong(name);
    if (!value.test(text)) return `The value of ${name} has a character that a header cannot carry.`;
    seen.add(lower);
    size += name.length + text.length + 4;
  }
  return size > largestHeaders ? 'The headers are larger than 16 KiB together.' : null;
}

/**
 * Headers as they are given: an object, or the text of a JSON object.
 * @returns null for none; a message when they are no object of strings
 */
export function readHeaders(
  given: string | Record<string, unknown> | null | undefined,
): { headers: Record<string, string> | null } | { message: string } {
  if (given === undefined || given === null || (typeof given === 'string' && given.trim() === ''))
    return { headers: null };
  const parsed = typeof given === 'string' ? parseJson(given) : given;
  const example = 'Write a JSON object of names and texts, such as {"x-api-key": "abc"}.';
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return { message: example };
  const entries = Object.entries(parsed);
  const wrong = entries.find(([, text]) => typeof text !== 'string');
  if (wrong) return { message: `The value of ${wrong[0].slice(0, 40)} is not a text. ${example}` };
  if (entries.length === 0) return { headers: null };
  const headers = Object.fromEntries(entries) as Record<string, string>;
  const message = headersError(headers);
  return message === null ? { headers } : { message };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
