import { expect, test } from 'vitest';
import { hourMs, minuteMs } from '#domain/time/units.ts';
import { createLeadTime, leadTimeFor } from './lead-time.ts';

const jobIds = Array.from({ length: 1000 }, (_, index) => index + 1);
const leads = (jobs: number) => jobIds.map((jobId) => leadTimeFor(jobs).leadMs(jobId));
const stays = (jobs: number) => jobIds.map((jobId) => leadTimeFor(jobs).stayMs(jobId));
const least = (values: number[]) => Math.min(...values);
const most = (values: number[]) => Math.max(...values);

test('a single job is given to the pad two to three seconds early', () => {
  expect(least(leads(1))).toBeGreaterThanOrEqual(2_000);
  expect(most(leads(1))).toBeLessThan(3_000);
});

test('ten thousand jobs of one instant are dispatched at about ten a second, none in the last twelve seconds', () => {
  const sorted = leads(10_000).sort((a, b) => a - b);
  expect(sorted[0]).toBeGreaterThanOrEqual(12_000);
  expect(sorted.at(-1)).toBeLessThan(1_012_000);
  // A thousand of them represent ten each: 1,000 s contain 1,000 lead times, a tenth of it about a hundred.
  const firstTenth = sorted.filter((lead) => lead < 112_000).length;
  expect(firstTenth).toBeGreaterThan(70);
  expect(firstTenth).toBeLessThan(130);
});

test('from more than five hundred jobs on the last seconds before an instant belong to the calls', () => {
  expect(least(leads(500))).toBeLessThan(3_000);
  expect(least(leads(501))).toBeGreaterThanOrEqual(12_000);
});

test('a job keeps its lead time while the number of jobs is the same', () => {
  expect(leadTimeFor(500).leadMs(42)).toBe(leadTimeFor(500).leadMs(42));
});

test('no job is given to the pad more than half an hour early, and the grace grows with the number of jobs', () => {
  expect(most(leads(1_000_000))).toBeLessThan(30 * minuteMs + 12_000);
  expect(most(leads(1_000_000))).toBeGreaterThan(29 * minuteMs);
  expect(leadTimeFor(10).graceMs()).toBe(10_000);
  expect(leadTimeFor(12_000).graceMs()).toBe(120_000);
});

test('a job stays with its worker for an hour, give or take a quarter', () => {
  expect(least(stays(1))).toBeGreaterThanOrEqual(45 * minuteMs);
  expect(least(stays(1))).toBeLessThan(48 * minuteMs);
  expect(most(stays(1))).toBeLessThanOrEqual(75 * minuteMs);
  expect(most(stays(1))).toBeGreaterThan(72 * minuteMs);
  expect(leadTimeFor(900).stayMs(42)).toBe(leadTimeFor(1).stayMs(42));
});

test('one of many jobs is reported every four seconds, and each at least every 15 hours', () => {
  const stayed = stays(10_000);
  const reportsPerSecond = stayed.reduce((sum, ms) => sum + (10 * 1000) / ms, 0);
  expect(reportsPerSecond).toBeGreaterThan(0.22);
  expect(reportsPerSecond).toBeLessThan(0.28);
  expect(most(stays(10_000_000))).toBeLessThanOrEqual(15 * hourMs);
  expect(least(stays(10_000_000))).toBeGreaterThanOrEqual(9 * hourMs);
});

test('leads, grace and stay follow the number of active jobs', async () => {
  const leadTime = createLeadTime({ count: () => Promise.resolve(60_000) });
  expect(leadTime.graceMs()).toBe(10_000);
  await expect.poll(() => leadTime.graceMs()).toBe(600_000);
  expect(leadTime.stayMs(42)).toBe(leadTimeFor(60_000).stayMs(42));
  expect(leadTime.leadMs(42)).toBe(leadTimeFor(60_000).leadMs(42));
  leadTime.close();
});
