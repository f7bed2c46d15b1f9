import { expect, test } from 'vitest';
import { balanceOf } from './balance.ts';

const [stepMs, dueMs] = [10_000, 20_000];

test('one worker alone has twice the half', () => {
  expect(balanceOf({ claims: [[100, 100, 100, 100]], stepMs, dueMs })).toEqual({
    imbalancePercent: 100,
    balancedAfterSeconds: null,
  });
});

test('balance begins where the larger share stays within a fifth of the half', () => {
  const claims = [
    [100, 70, 55, 50],
    [0, 30, 45, 50],
  ];
  expect(balanceOf({ claims, stepMs, dueMs })).toEqual({ imbalancePercent: 5, balancedAfterSeconds: 20 });
});

test('a larger share at the end is no balance', () => {
  const claims = [
    [50, 50, 50, 30],
    [50, 50, 50, 70],
  ];
  expect(balanceOf({ claims, stepMs, dueMs })).toEqual({ imbalancePercent: 20, balancedAfterSeconds: null });
});
