import { expect, test } from 'vitest';
import { cronOfShare, everySchedule } from './every-schedule.ts';
import { assessFires } from './steady.ts';

const steady = { jobs: 300, periodMs: 10_000 };
const from = Date.parse('2026-01-01T00:00:03.333Z');
const until = from + 60_000;

/** Calls of all fires, each as late as given. */
function calls({ lateMs }: { lateMs: number }) {
  const { firesBetween } = everySchedule({ periodMs: steady.periodMs });
  return Array.from({ length: steady.jobs }, (_, index) =>
    firesBetween({
      cron: cronOfShare(index / steady.jobs),
      ...{ timeZone: 'UTC', after: from - 1, until: until - 1, limit: 99 },
    }).map((scheduledFor) => ({ at: scheduledFor + lateMs, path: `/bench/job-${index}`, scheduledFor })),
  ).flat();
}

test('every job fires six times a minute at a period of ten seconds', () => {
  expect(assessFires({ arrivals: calls({ lateMs: 7 }), steady, from, until })).toMatchObject({
    expected: 1_800,
    arrived: 1_800,
    missed: 0,
    twice: 0,
    p99Ms: 7,
  });
});

test('a period longer than the time counts the fires that are due in it', () => {
  const { expected } = assessFires({
    arrivals: [],
    steady: { jobs: 6_000, periodMs: 600_000 },
    from,
    until,
  });
  expect(Math.abs(expected - 600)).toBeLessThanOrEqual(1);
});

test('a missing call and a second one are counted, calls outside are not', () => {
  const [first, second, ...others] = calls({ lateMs: 7 });
  if (!first || !second) throw new Error('There are no calls.');
  const outside = [
    { ...first, scheduledFor: from - 1 },
    { ...first, scheduledFor: until },
  ];
  const arrivals = [second, { ...second, at: second.at + 9_000 }, ...others, ...outside];
  expect(assessFires({ arrivals, steady, from, until })).toMatchObject({
    arrived: 1_799,
    missed: 1,
    twice: 1,
    maxMs: 9_007,
  });
});
