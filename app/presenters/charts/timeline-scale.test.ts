import { expect, test } from 'vitest';
import { callHeight, duePath, offsetOf, timelineMarks, timelinePath } from './timeline-scale.ts';

const now = Date.parse('2026-11-21T15:05:12Z');
const minute = (text: string) => Date.parse(`2026-11-21T${text}:00Z`);

test('now is in the middle of the timeline', () => {
  expect(offsetOf({ at: now, now })).toBe(60);
  expect(offsetOf({ at: minute('15:05'), now })).toBe(59.8);
});

test('failures are stacked on successes, a pixel apart', () => {
  const past = [{ at: minute('15:00'), success: 2, failed: 1, open: 0 }];
  expect(timelinePath({ past, now, part: 'success', unit: 8 })).toBe('M54.8 44v-16');
  expect(timelinePath({ past, now, part: 'failed', unit: 8 })).toBe('M54.8 27v-7');
});

test('one failure on hundreds of successes is a pixel high', () => {
  const past = [{ at: minute('15:00'), success: 400, failed: 1, open: 0 }];
  expect(timelinePath({ past, now, part: 'failed', unit: 0.1 })).toBe('M54.8 3v-1');
});

test('a minute with one failure alone starts at the baseline', () => {
  const past = [{ at: minute('15:00'), success: 0, failed: 1, open: 0 }];
  expect(timelinePath({ past, now, part: 'failed', unit: 8 })).toBe('M54.8 44v-8');
});

test('a busy minute shrinks all bars so that it fits', () => {
  expect(callHeight({ past: [], due: [{ at: now, count: 3 }] })).toBe(8);
  expect(callHeight({ past: [], due: [{ at: now, count: 40 }] })).toBe(1);
  expect(duePath({ due: [{ at: minute('15:06'), count: 40 }], now, unit: 1 })).toBe('M60.8 44v-40');
});

test('the axis marks every five minutes and labels every fifteen', () => {
  const marks = timelineMarks(now);
  expect(marks).toHaveLength(24);
  expect(
    marks.filter(({ isLabelled }) => isLabelled).map(({ at }) => new Date(at).toISOString().slice(11, 16)),
  ).toEqual(['14:15', '14:30', '14:45', '15:00', '15:15', '15:30', '15:45', '16:00']);
});
