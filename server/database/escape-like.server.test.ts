import { expect, test } from 'vitest';
import { escapeLike } from './escape-like.server.ts';

test('wildcards are escaped, and characters the database cannot store are dropped', () => {
  expect(escapeLike('50% of a_b\\c')).toBe(String.raw`50\% of a\_b\\c`);
  expect(escapeLike('a\0b')).toBe('ab');
});
