import { expect, test } from 'vitest';
import { leadTimeFor, stickyMsFor } from './lead-time.ts';

const leads = (jobs: number) =>
  Array.from({ length: 1000 }, (_, index) => leadTimeFor(jobs).leadMs(index + 1));

test('a single job is given to the pad two to three seconds early', () => {
  expect(Math.min(...leads(1))).toBeGreaterThanOrEqual(2_000);
  expect(Math.max(...leads(1))).toBeLessThan(3_000);
});

test('ten thousand jobs of one instant are dispatched at about fifty a second', () => {
  const sorted = leads(10_000).sort((a, b) => a - b);
  expect(sorted.at(-1)).toBeLessThan(202_000);
  // A thousand of them represent ten each: 200 s contain 1,000 lead times, a tenth of it about a hundred.
  const firstTenth = sorted.filter((lead) => lead < 22_000).length;
  expect(firstTenth).toBeGreaterThan(70);
  expect(firstTenth).toBeLessThan(130);
});

test('a job keeps its lead time while the number of jobs is the same', () => {
  expect(leadTimeFor(500).leadMs(42)).toBe(leadTimeFor(500).leadMs(42));
});

test('the window never exceeds four minutes, and the grace grows with the number of jobs', () => {
  expect(Math.max(...leads(1_000_000))).toBeLessThan(242_000);
  expect(leadTimeFor(10).graceMs()).toBe(10_000);
  expect(leadTimeFor(12_000).graceMs()).toBe(120_000);
});

test('a workflow task waits ten seconds for its worker, longer with thousands of jobs, at most a minute', () => {
  expect([0, 2_000, 6_000, 1_000_000].map(stickyMsFor)).toEqual([10_000, 10_000, 30_000, 60_000]);
});
