import { toWellFormed } from '../well-formed.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * A text in UTF-8 as base64 (RFC 4648), where neither Node's Buffer nor the browser's btoa is at hand.
 * Half a surrogate pair is encoded as U+FFFD.
 */
export function base64(text: string): string {
  const bytes = [...encodeURIComponent(toWellFormed(text)).matchAll(/%([0-9A-F]{2})|[^%]/g)].map(
    ([sign, hex]) => (hex === undefined ? sign.charCodeAt(0) : Number.parseInt(hex, 16)),
  );
  let coded = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = bytes.slice(at, at + 3);
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    coded += letters.charAt(bits >> 18) + letters.charAt((bits >> 12) & 63);
    coded += second === undefined ? '=' : letters.charAt((bits >> 6) & 63);
    coded += third === undefined ? '=' : letters.charAt(bits & 63);
  }
  return coded;
}
