import { expect, test } from 'vitest';
import { readable } from './readable.ts';

test('a line of our own processes shows its time, its message and its fields', () => {
  const line = JSON.stringify({
    level: 40,
    time: Date.UTC(2026, 10, 21, 9, 5, 1, 7),
    msg: 'Slow start',
    ms: 12,
  });
  expect(readable(line)).toBe('09:05:01.007 warning Slow start ms=12');
});

test('a line that is not a log record is unchanged', () => {
  expect(readable('LOG:  database system is ready')).toBe('LOG:  database system is ready');
  expect(readable('{"broken')).toBe('{"broken');
});
