import { expect, test } from 'vitest';
import { neighbour } from './showcase-turns.ts';

test('the first tab follows the last one, and the last one precedes the first', () => {
  expect(neighbour({ from: 1, step: 1, count: 4 })).toBe(2);
  expect(neighbour({ from: 3, step: 1, count: 4 })).toBe(0);
  expect(neighbour({ from: 0, step: -1, count: 4 })).toBe(3);
});
