import { expect, test } from 'vitest';
import { randomFrom } from './random.ts';
import { seededJobs } from './jobs/all.ts';
import { simulatePast } from './simulate.ts';

const now = Date.UTC(2026, 10, 21, 15, 5, 12);
const after = now - 3 * 86_400_000;
const named = (name: string) => {
  const job = Object.values(seededJobs)
    .flat()
    .find((one) => one.name === name);
  if (!job) throw new Error(`No job is named ${name}.`);
  return job;
};
const past = (name: string) => simulatePast({ job: named(name), after, now, random: randomFrom(7) });

test('every instant of a schedule has one row, none after now', () => {
  const rows = past('Health ping, eu-west');
  expect(rows).toHaveLength(3 * 24 * 60);
  expect(new Set(rows.map(({ at }) => at)).size).toBe(rows.length);
  expect(rows.every(({ at, endedAt }) => at <= now && endedAt >= at)).toBe(true);
});

test('no attempt starts before its instant, or at or after the next one', () => {
  const rows = past('Sync inventory to storefront');
  for (const [index, { at, attempts }] of rows.entries()) {
    const next = rows[index + 1]?.at ?? Infinity;
    for (const attempt of attempts) {
      expect(attempt.startedAt).toBeGreaterThanOrEqual(at);
      if (rows[index]?.trigger === 'schedule') expect(attempt.startedAt).toBeLessThan(next);
    }
  }
});

test('a target that is down has failed without a break until now', () => {
  expect(
    past('Sync inventory to storefront')
      .slice(-5)
      .every(({ outcome }) => outcome !== 'success'),
  ).toBe(true);
});

test('the last instant of an outage was caught up, the others read missed', () => {
  const rows = past('Health ping, eu-west');
  expect(rows.filter(({ outcome }) => outcome === 'missed')).toHaveLength(89);
  expect(rows.filter(({ trigger }) => trigger === 'catch_up')).toHaveLength(1);
});

test('most days of a minutely job have no failure', () => {
  const fortnight = simulatePast({
    job: named('Health ping, eu-west'),
    after: now - 12 * 86_400_000,
    now,
    random: randomFrom(7),
  });
  const days = new Set(
    fortnight.flatMap(({ at, outcome }) => (outcome === 'failed' ? [Math.floor(at / 86_400_000)] : [])),
  );
  expect(days.size).toBe(1);
});

test('a fire more than an hour late is not caught up and reads missed', () => {
  const nightly = past('Nightly invoice run');
  expect(nightly.filter(({ outcome }) => outcome === 'missed')).toHaveLength(1);
  expect(nightly.filter(({ trigger }) => trigger === 'catch_up')).toHaveLength(0);
});

test('a paused job ran until its pause', () => {
  const paused = named('Sync partner feed');
  const pausedAt = now - (paused.pausedDaysAgo ?? 0) * 86_400_000;
  const rows = past('Sync partner feed');
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ at }) => at <= pausedAt)).toBe(true);
});

test('an inactive job and a manual one have no scheduled rows', () => {
  expect(past('Year-end statements')).toEqual([]);
  expect(past('Redeploy staging').every(({ trigger }) => trigger === 'manual')).toBe(true);
});
