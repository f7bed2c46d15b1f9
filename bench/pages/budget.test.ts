import { expect, test } from 'vitest';
import { reported } from './budget.ts';

test('a figure is the value of the visit that three of four are not slower than', () => {
  expect(reported([40, 10, 30, 20])).toEqual({ p75: 30, worst: 40 });
  expect(reported([5, 1, 2, 3, 4])).toEqual({ p75: 4, worst: 5 });
  expect(reported([7])).toEqual({ p75: 7, worst: 7 });
});
