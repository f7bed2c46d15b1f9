import { expect, test } from 'vitest';
import { quantile, sparkBars } from './spark-scale.ts';

test('the largest value reaches the line, the others are in proportion', () => {
  const bars = sparkBars({ values: [{ value: 500 }, { value: 1000 }], slots: 2 });
  expect(bars.map(({ y, height }) => [y, height])).toEqual([
    [23, 20],
    [3, 40],
  ]);
});

test('an outlier is cut at the line and does not flatten the others', () => {
  const values = [...Array.from({ length: 9 }, () => ({ value: 1_000 })), { value: 76_000 }];
  expect(sparkBars({ values }).map(({ height }) => height)).toEqual([
    ...Array.from({ length: 9 }, () => 10),
    40,
  ]);
});

test('a fire that did not run leaves a gap', () => {
  const bars = sparkBars({ values: [{ value: 10 }, { value: null }, { value: 10 }], slots: 3 });
  expect(bars.map(({ index }) => index)).toEqual([0, 2]);
});

test('a new job has its bars at the right end', () => {
  const [bar] = sparkBars({ values: [{ value: 10 }], slots: 30 });
  expect(bar?.xPercent).toBeGreaterThan(96);
});

test('values of zero are still seen', () => {
  expect(sparkBars({ values: [{ value: 0 }] })[0]?.height).toBe(1);
});

test('the median ignores gaps', () => {
  const values = [{ value: 3 }, { value: null }, { value: 1 }, { value: 2 }];
  expect(quantile({ values, share: 0.5 })).toBe(2);
  expect(quantile({ values: [{ value: null }], share: 0.5 })).toBeNull();
});
