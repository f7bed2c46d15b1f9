import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

// pnc_live_ + 30 random characters + 6 of checksum, base62 (security.md section 4). With the checksum, scanners of
// leaked secrets recognize a key, and mistyped keys cost no database query.

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
export const keyPrefix = 'pnc_live_';
const randomLength = 30;
const checksumLength = 6;
const form = new RegExp(`^${keyPrefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/** A new key: 178 bits of chance. */
export function makeKey(): string {
  const random = Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(alphabet.length))).join(
    '',
  );
  return `${keyPrefix}${random}${checksumOf(`${keyPrefix}${random}`)}`;
}

/** Reports whether a text can be one of our keys at all. */
export function isKeyForm(text: string): boolean {
  return form.test(text) && text.endsWith(checksumOf(text.slice(0, -checksumLength)));
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < checksumLength) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
