import { expect, test } from 'vitest';
import { isKeyForm, makeKey } from './key-format.server.ts';

test('a new key has the documented form and is recognized', () => {
  const key = makeKey();
  expect(key).toMatch(/^pnc_live_[0-9A-Za-z]{36}$/);
  expect(isKeyForm(key)).toBe(true);
});

test('no two keys are equal', () => {
  expect(new Set(Array.from({ length: 1_000 }, makeKey)).size).toBe(1_000);
});

test('one mistyped character anywhere is detected without a lookup', () => {
  const key = makeKey();
  for (let at = 'pnc_live_'.length; at < key.length; at += 1) {
    const other = key[at] === 'a' ? 'b' : 'a';
    expect(isKeyForm(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
  }
});

test.each([
  '',
  'pnc_live_',
  'sk_live_0123456789',
  `${makeKey()} `,
  ` ${makeKey()}`,
  `${makeKey()}\n`,
  `${makeKey()}0`,
])('%j is not a key', (text) => {
  expect(isKeyForm(text)).toBe(false);
});
