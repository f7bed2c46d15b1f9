import { expect, test } from 'vitest';
import { figuresText, levelOf, placeText, scaleEnds, shortText, type HeatFigures } from './heat-words.ts';

const figures: HeatFigures = {
  ...{ runs: 240, failures: 3, late: 238, latenessMs: 124.4, latenessMaxMs: 1200 },
  ...{ timed: 239, durationMs: 2050.7 },
};

test('a cell is named by its hour and shows its figures with their sample size', () => {
  expect(placeText(24 + 9)).toBe('Tuesday 09:00 to 10:00');
  expect(placeText(167)).toBe('Sunday 23:00 to 24:00');
  expect(figuresText({ figures, metric: 'runs' })).toBe('240 runs, 3 failed');
  expect(figuresText({ figures, metric: 'failures' })).toBe('3 failures of 240 runs');
  expect(figuresText({ figures, metric: 'lateness' })).toBe(
    '+124ms on average, max +1,200ms, 238 scheduled runs',
  );
  expect(figuresText({ figures, metric: 'duration' })).toBe('2,050ms on average, 239 runs');
});

test('missing figures are named, not shown as zero', () => {
  const none = { ...figures, late: 0, latenessMs: null, timed: 0, durationMs: null };
  expect(figuresText({ figures: none, metric: 'lateness' })).toBe('no scheduled runs');
  expect(shortText({ figures: none, metric: 'duration' })).toBe('–');
  expect(shortText({ figures, metric: 'failures' })).toBe('3/240');
});

test('counts have five levels relative to the largest, and zero has none', () => {
  const levels = [0, 1, 48, 49, 240, null].map((value) => levelOf({ value, metric: 'failures', max: 240 }));
  expect(levels).toEqual([0, 1, 1, 2, 5, 0]);
  expect(levelOf({ value: 0, metric: 'runs', max: 0 })).toBe(0);
  expect(scaleEnds({ metric: 'runs', max: 1240 })).toEqual(['0', '1,240']);
});

test('times have fixed levels, each ten times the one before', () => {
  const levels = [0, 99, 100, 999, 1_000, 10_000, 59_999, 60_000, null].map((value) =>
    levelOf({ value, metric: 'lateness', max: 171_440 }),
  );
  expect(levels).toEqual([1, 1, 2, 2, 3, 4, 4, 5, 0]);
  expect(scaleEnds({ metric: 'duration', max: 80 })).toEqual(['under 100ms', '1 minute or more']);
});
