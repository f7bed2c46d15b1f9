import { expect, test } from 'vitest';
import { reported } from './budget.ts';

test('a figure is the 75th percentile of the visits, beside the worst', () => {
  expect(reported([40, 10, 30, 20])).toEqual({ p75: 30, worst: 40 });
  expect(reported([5, 1, 2, 3, 4])).toEqual({ p75: 4, worst: 5 });
  expect(reported([7])).toEqual({ p75: 7, worst: 7 });
});
