import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs, hourMs } from '#domain/time/units.ts';
import { certificateStep, daysLeftText } from './certificate-steps.ts';

const now = Date.parse('2026-11-27T12:00:00Z');
const stepAt = (days: number, ofJob = 14) =>
  certificateStep({ endsAt: now + days * dayMs, days: ofJob, now });

test.each([
  [14.01, 14, null],
  [14, 14, 'first'],
  [3.01, 14, 'first'],
  [3, 14, '3 days'],
  [1.01, 14, '3 days'],
  [1, 14, '1 days'],
  [0.001, 14, '1 days'],
  [0, 14, null],
  [-1, 14, null],
  [3, 3, 'first'],
  [1.5, 3, 'first'],
  [1, 3, '1 days'],
  [1, 1, 'first'],
  [1.01, 1, null],
  [1, 0, null],
  [90, 90, 'first'],
] as const)('%d days before the end, a job with %i days is at step %s', (left, days, step) => {
  expect(stepAt(left, days)).toBe(step);
});

test('hour by hour a certificate has at most three steps, each in one piece', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 3_599 }), (days, seconds) => {
      const endsAt = now + 95 * dayMs + seconds * 1_000;
      const steps = Array.from({ length: 100 * 24 }, (_, hour) =>
        certificateStep({ endsAt, days, now: now + hour * hourMs }),
      );
      const changes = steps.filter((step, index) => step !== steps[index - 1] && step !== null);
      expect(new Set(changes).size).toBe(changes.length);
      expect(changes).toHaveLength(days === 0 ? 0 : days === 1 ? 1 : days <= 3 ? 2 : 3);
    }),
    { numRuns: 40 },
  );
});

test.each([
  [37 * dayMs, 'in 37 days'],
  [4.9 * dayMs, 'in 5 days'],
  [dayMs, 'in 1 day'],
  [23.9 * hourMs, 'in 23 hours'],
  [1_000, 'in 1 hour'],
  [0, 'now'],
])('%d ms before the end it ends %s', (left, text) => {
  expect(daysLeftText({ endsAt: now + left, now })).toBe(text);
});
