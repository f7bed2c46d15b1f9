import { toWellFormed } from '#domain/text/well-formed.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * A text in UTF-8 as base64 (RFC 4648), where neither Node's Buffer nor the browser's btoa is at hand.
 * Half a surrogate pair is encoded as U+FFFD.
 */
export function base64(text: string): string {
  const bytes = utf8Bytes(toWellFormed(text));
  let coded = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = [bytes[at], bytes[at + 1], bytes[at + 2]];
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    coded += letters.charAt(bits >> 18) + letters.charAt((bits >> 12) & 63);
    coded += second === undefined ? '=' : letters.charAt((bits >> 6) & 63);
    coded += third === undefined ? '=' : letters.charAt(bits & 63);
  }
  return coded;
}

function utf8Bytes(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), tail(code));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), tail(code >> 6), tail(code));
    else bytes.push(0xf0 | (code >> 18), tail(code >> 12), tail(code >> 6), tail(code));
  }
  return bytes;
}

/** A continuation byte of a character: its last six bits. */
function tail(code: number): number {
  return 0x80 | (code & 0x3f);
}
