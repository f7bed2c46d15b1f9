import { expect, test } from 'vitest';
import '#domain/zones/shipped-zones.ts';
import { quartersBetween, sumByWeekHour, type QuarterSums } from './heat-sums.ts';

const quarter = (day: string, number: number, given: Partial<QuarterSums> = {}): QuarterSums => ({
  ...{ day, quarter: number, runs: 1, failures: 0, late: 1, latenessSumMs: 10, latenessMaxMs: 10 },
  ...{ timed: 1, durationSumMs: 100 },
  ...given,
});

test("quarter-hours add up by a zone's hours of the week, and the highest lateness is kept", () => {
  const quarters = [
    // Tuesday 09:00 in Paris, by winter and by summer time.
    quarter('2026-11-17', 32, { failures: 1, latenessMaxMs: 40 }),
    quarter('2026-11-24', 33, { latenessMaxMs: 20 }),
    quarter('2026-10-20', 28),
    quarter('2026-11-24', 36),
  ];
  const cells = sumByWeekHour({ quarters, timeZone: 'Europe/Paris', from: 0 });
  expect([...cells.keys()]).toEqual([24 + 9, 24 + 10]);
  expect(cells.get(24 + 9)).toEqual({
    ...{ runs: 3, failures: 1, late: 3, latenessSumMs: 30, latenessMaxMs: 40, timed: 3, durationSumMs: 300 },
  });
});

test('quarter-hours of a zone with a 45-minute offset belong to the hours its clocks show', () => {
  // 18:00 UTC is 23:45 in Kathmandu, 18:15 midnight.
  const quarters = [quarter('2026-11-22', 72), quarter('2026-11-22', 73), quarter('2026-11-22', 76)];
  const cells = sumByWeekHour({ quarters, timeZone: 'Asia/Kathmandu', from: 0 });
  expect([...cells].map(([place, { runs }]) => [place, runs])).toEqual([
    [167, 1],
    [0, 2],
  ]);
});

test('quarter-hours before the start of the window are left out', () => {
  const quarters = [quarter('2026-11-22', 72), quarter('2026-11-22', 73)];
  const from = Date.parse('2026-11-22T18:15:00Z');
  expect([...sumByWeekHour({ quarters, timeZone: 'Asia/Kathmandu', from }).keys()]).toEqual([0]);
});

test('a span of time has its quarter-hours, across midnight too', () => {
  const span = { from: Date.parse('2026-11-22T23:30:00Z'), until: Date.parse('2026-11-23T00:15:00Z') };
  expect(quartersBetween(span)).toEqual([
    { day: '2026-11-22', quarter: 94 },
    { day: '2026-11-22', quarter: 95 },
    { day: '2026-11-23', quarter: 0 },
  ]);
});
