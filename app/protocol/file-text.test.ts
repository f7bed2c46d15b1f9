import { expect, test } from 'vitest';
import { fileText } from './file-text.ts';

const text = '- name: Zoë\n  cron: "@daily"\n';
const utf16 = (given: string) => new Uint8Array(Buffer.from(given, 'utf16le'));
const swapped = (bytes: Uint8Array) => new Uint8Array(Buffer.from(bytes).swap16());

test.each([
  ['UTF-8', new TextEncoder().encode(text)],
  ['UTF-8 with a mark', new TextEncoder().encode(`\ufeff${text}`)],
  ['UTF-16 LE, as Notepad saves it', utf16(`\ufeff${text}`)],
  ['UTF-16 BE with a mark', swapped(utf16(`\ufeff${text}`))],
  ['UTF-16 LE without a mark', utf16(text)],
  ['UTF-16 BE without a mark', swapped(utf16(text))],
])('reads a file in %s', (_, bytes) => {
  expect(fileText(bytes)).toEqual({ text });
});

test.each([
  ['Latin-1', new Uint8Array(Buffer.from(text, 'latin1'))],
  ['half a character of UTF-16', utf16(`\ufeff${text}`).slice(0, -1)],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0xff, 0xfe])],
])('refuses a file in %s and says how to save it', (_, bytes) => {
  expect(fileText(bytes)).toEqual({
    error: 'This file is not UTF-8 or UTF-16 text. Save it as UTF-8, then choose it again.',
  });
});

test('reads an empty file as an empty text', () => {
  expect(fileText(new Uint8Array())).toEqual({ text: '' });
});
