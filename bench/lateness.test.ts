import { expect, test } from 'vitest';
import { assessRound, summarize } from './lateness.ts';

const instant = Date.parse('2026-01-01T00:00:00Z');
const arrival = ({ path, lateMs, at = instant }: { path: string; lateMs: number; at?: number }) => ({
  at: at + lateMs,
  path,
  scheduledFor: at,
});
const roundOf = (lateMs: number[]) =>
  assessRound({
    instant,
    arrivals: lateMs.map((late, index) => arrival({ path: `/${index}`, lateMs: late })),
    jobs: lateMs.length,
  });

test('a round counts early, repeated and missing calls', () => {
  const arrivals = [
    arrival({ path: '/1', lateMs: 10 }),
    arrival({ path: '/1', lateMs: 20 }),
    arrival({ path: '/2', lateMs: -1 }),
    arrival({ path: '/3', lateMs: 5, at: instant + 60_000 }),
  ];
  expect(assessRound({ instant, arrivals, jobs: 3 })).toMatchObject({
    arrived: 2,
    early: 1,
    twice: 1,
    missed: 1,
    maxMs: 20,
  });
});

test('the 99th of a hundred values is the p99', () => {
  const round = roundOf(Array.from({ length: 100 }, (_, index) => index + 1));
  expect(round).toMatchObject({ p50Ms: 50, p99Ms: 99, maxMs: 100, missed: 0 });
});

test('the summary of several rounds has the median round and the worst', () => {
  const rounds = [[30], [10], [900]].map(roundOf);
  expect(summarize(rounds)).toMatchObject({ rounds: 3, p99Ms: 30, worstP99Ms: 900, early: 0, twice: 0 });
});
