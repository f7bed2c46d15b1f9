import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCron } from './cron.ts';
import { firesByHour } from './fires-by-hour.ts';
import { firesBetween } from './schedule.ts';

const dayMs = 86_400_000;
const zones = [
  ...['UTC', 'Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'],
  ...['America/St_Johns', 'Pacific/Chatham', 'Africa/Casablanca', 'Asia/Tehran'],
];
const field = (min: number, max: number) =>
  fc.oneof(
    fc.constant('*'),
    fc.integer({ min, max }).map(String),
    fc.integer({ min: 1, max: max - min }).map((step) => `*/${step}`),
    fc
      .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
      .map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
    fc
      .uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 6 })
      .map((values) => values.join(',')),
  );
const cron = fc
  .tuple(field(0, 59), field(0, 23), field(1, 28), field(1, 12), field(0, 6))
  .map((fields) => fields.join(' '));
// Clock changes of these zones lie in March, April, September, October and November.
const instant = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) });

test('names the instants that the schedule names', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(cron, fc.constantFrom(...zones), instant, (given, timeZone, after) => {
      const parsed = parseCron(given);
      fc.pre(parsed.isValid);
      const asked = { cron: given, timeZone, after, until: after + dayMs, limit: 200 };
      expect(firesByHour(asked)).toEqual(firesBetween(asked));
    }),
    { numRuns: 300 },
  );
});

test.each(zones)('and so it does in the days of a clock change: %s', { timeout: 60_000 }, (timeZone) => {
  for (const day of [
    '2026-03-08',
    '2026-03-29',
    '2026-04-05',
    '2026-09-27',
    '2026-10-04',
    '2026-10-25',
    '2026-11-01',
  ])
    for (const given of ['*/20 * * * *', '10,40 2 * * *', '30 1-3 * * *', '5-55/25 0-4 * * *']) {
      const after = Date.parse(`${day}T00:00:00Z`) - dayMs;
      const asked = { cron: given, timeZone, after, until: after + 3 * dayMs, limit: 500 };
      expect(firesByHour(asked), `${day} ${given}`).toEqual(firesBetween(asked));
    }
});

test('asks the schedule once an hour, not once a minute', () => {
  const asked = { cron: '* * * * *', timeZone: 'UTC', after: 0, until: 5 * dayMs, limit: 10_000 };
  const time = (find: typeof firesBetween) => {
    const startedAt = performance.now();
    expect(find(asked)).toHaveLength(7_200);
    return performance.now() - startedAt;
  };
  time(firesByHour);
  expect(time(firesByHour) * 4).toBeLessThan(time(firesBetween));
});
