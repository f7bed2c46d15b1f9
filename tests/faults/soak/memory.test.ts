import { expect, test } from 'vitest';
import { growthOf } from './memory.ts';

const megabyte = 1024 * 1024;
const series = (mbOf: (minute: number) => number) =>
  Array.from({ length: 121 }, (_none, index) => ({
    at: index * 5_000,
    bytes: mbOf(index / 12) * megabyte,
  }));

test('what rises and is collected again does not grow', () => {
  expect(growthOf(series((minute) => 400 + 40 * (minute % 4)))).toBeCloseTo(0);
});

test('a leak shows below the rise and fall', () => {
  expect(growthOf(series((minute) => 400 + 40 * (minute % 2.5) + 5 * minute))).toBeGreaterThan(4);
});

test('nothing seen is no number', () => {
  expect(growthOf([])).toBeNaN();
});
