import { expect, test } from 'vitest';
import { trimBlanks } from './trim-blanks.server.ts';

test('removes spaces and tabs around a value, and nothing else', () => {
  expect(trimBlanks(' \t a \t b\t ')).toBe('a \t b');
  expect(trimBlanks(' \u00a0a\u00a0\t')).toBe('\u00a0a\u00a0');
  expect(trimBlanks(' \t ')).toBe('');
});
