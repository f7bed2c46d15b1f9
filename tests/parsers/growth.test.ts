import { expect, test } from 'vitest';
import { tooSteep } from './growth.ts';

const shape = { name: 'a', start: '', unit: () => 'a', end: '' };

test('a reader of quadratic time is told apart from a linear one', { timeout: 60_000 }, () => {
  const readOften = (text: string) => Array.from(text, () => text.indexOf('b')).length;
  expect(tooSteep({ shape, read: readOften })).not.toBeNull();
  expect(tooSteep({ shape, read: (text) => Array.from(text).length })).toBeNull();
});
