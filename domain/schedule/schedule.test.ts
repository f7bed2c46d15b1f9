import { expect, test } from 'vitest';
import { oracleDays, oracleFires } from '#tests/oracle/schedule.ts';
import { fc } from '#tests/property.ts';
import { parseCron } from './cron.ts';
import { firesBetween, nextFires } from './schedule.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const zones = [
  'UTC',
  'America/New_York',
  'Europe/Paris',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Kolkata',
];

/** Fields in every form the grammar knows. */
function field({ min, max, extra = [] }: { min: number; max: number; extra?: fc.Arbitrary<string>[] }) {
  const value = fc.integer({ min, max });
  const range = fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  const step = fc.integer({ min: 1, max: Math.min(max - min + 1, max === 7 ? 7 : 60) });
  const part = fc.oneof(
    value.map(String),
    range,
    fc.tuple(range, step).map(([r, s]) => `${r}/${s}`),
    ...extra,
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant('*') },
    { weight: 2, arbitrary: step.map((s) => `*/${s}`) },
    { weight: 5, arbitrary: fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(',')) },
  );
}

const weekday = fc.integer({ min: 0, max: 7 });
const days = fc.record({
  dayOfMonth: field({
    min: 1,
    max: 31,
    extra: [fc.constant('L'), fc.integer({ min: 1, max: 31 }).map((d) => `${d}W`)],
  }),
  month: field({ min: 1, max: 12 }),
  dayOfWeek: field({
    min: 0,
    max: 7,
    extra: [
      weekday.map((d) => `${d}L`),
      fc.tuple(weekday, fc.integer({ min: 1, max: 5 })).map(([d, n]) => `${d}#${n}`),
      fc.constant('MON-FRI'),
    ],
  }),
});
const times = fc.record({ minute: field({ min: 0, max: 59 }), hour: field({ min: 0, max: 23 }) });
const isSchedule = (cron: string) => parseCron(cron).isValid;

/** Instants near clock changes as often as anywhere else between 1975 and 2075. */
const instant = fc.integer({ min: 5, max: 105 }).chain((years) =>
  fc
    .oneof(
      fc.integer({ min: 0, max: 365 * 24 * 60 }),
      // Around the Sundays of March, April, September, October and November, when clocks are set.
      fc
        .tuple(fc.constantFrom(65, 85, 95, 265, 275, 300, 308), fc.integer({ min: 0, max: 8 * 24 * 60 }))
        .map(([d, m]) => d * 1440 + m),
    )
    .map((minutes) => Date.UTC(1970 + years, 0, 1) + minutes * 60_000),
);

test('a window of any schedule has exactly the instants found by checking every minute', () => {
  fc.assert(
    fc.property(times, days, fc.constantFrom(...zones), instant, (time, day, timeZone, after) => {
      const cron = `${time.minute} ${time.hour} ${day.dayOfMonth} ${day.month} ${day.dayOfWeek}`;
      fc.pre(isSchedule(cron));
      const until = after + 36 * hourMs;
      const expected = oracleFires({ cron, timeZone, after, until });
      expect(firesBetween({ cron, timeZone, after, until, limit: 5_000 })).toEqual(expected);
      const [first] = nextFires({ cron, timeZone, after, count: 1 });
      if (expected.length > 0) expect(first).toBe(expected[0]);
      else if (first !== undefined) expect(first).toBeGreaterThan(until);
    }),
    { numRuns: 250 },
  );
}, 60_000);

test('fixed times in the hours of a clock change fire as D10 says', () => {
  const early = fc.record({
    minute: fc.array(fc.integer({ min: 0, max: 59 }), { minLength: 1, maxLength: 3 }).map((m) => m.join(',')),
    hour: fc.oneof(fc.integer({ min: 0, max: 3 }).map(String), fc.constant('0-4'), fc.constant('1,2')),
  });
  fc.assert(
    fc.property(early, fc.constantFrom(...zones), instant, ({ minute, hour }, timeZone, after) => {
      const schedule = { cron: `${minute} ${hour} * * *`, timeZone, after, until: after + 72 * hourMs };
      expect(firesBetween({ ...schedule, limit: 5_000 })).toEqual(oracleFires(schedule));
    }),
    { numRuns: 120 },
  );
}, 60_000);

test('the days of a schedule are right over a century', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 36_500 }), ({ dayOfMonth, month, dayOfWeek }, offset) => {
      const cron = `0 0 ${dayOfMonth} ${month} ${dayOfWeek}`;
      fc.pre(isSchedule(cron));
      const from = Date.UTC(1970, 0, 1) + offset * dayMs;
      const fires = nextFires({ cron, timeZone: 'UTC', after: from - 1, count: 4 });
      expect(fires).toEqual(oracleDays({ cron, from, count: 4 }));
    }),
    { numRuns: 400 },
  );
}, 60_000);

test.each([
  ['30 2 * * *', '2027-03-14T00:00:00-05:00', '2027-03-14T07:00:00.000Z'],
  ['30 1-3 * * *', '2027-03-14T01:45:00-05:00', '2027-03-14T07:00:00.000Z'],
  ['30 1 * * *', '2026-11-01T00:00:00-04:00', '2026-11-01T05:30:00.000Z'],
])('%s in New York after %s fires at %s', (cron, after, expected) => {
  const [next] = nextFires({ cron, timeZone: 'America/New_York', after: Date.parse(after), count: 1 });
  expect(new Date(next ?? 0).toISOString()).toBe(expected);
});

test('a missed hour of a minutely job has sixty instants, and the limit cuts the list', () => {
  const window = { cron: '* * * * *', timeZone: 'UTC', after: 0, until: hourMs };
  expect(firesBetween({ ...window, limit: 1_000 })).toHaveLength(60);
  expect(firesBetween({ ...window, limit: 7 })).toHaveLength(7);
});
