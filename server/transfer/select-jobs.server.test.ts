import { expect, test } from 'vitest';
import { isUnchosen, selectJobs } from './select-jobs.server.ts';
import type { ImportPlan, ImportedJob } from './types.ts';

const of = (line: number) => ({ line, hints: [], name: `Job ${line}`, externalId: null });
const input = {} as Extract<ImportedJob, { outcome: 'new' }>['input'];
const jobs: ImportedJob[] = [
  { ...of(1), outcome: 'new', input },
  { ...of(2), outcome: 'new', input, isOptional: true },
  { ...of(3), outcome: 'same', jobId: 3, isOptional: true },
  { ...of(4), name: '', outcome: 'refused', errors: [] },
];
const plan: ImportPlan = { jobs, leftOut: [], digest: 'one' };
const linesOf = (given: Parameters<typeof selectJobs>[0]) =>
  selectJobs(given).plan.jobs.map(({ line }) => line);

test('writes the ticked jobs, or without a choice all but the optional ones', () => {
  expect(linesOf({ plan, taken: null, isGoodOnly: false })).toEqual([1, 3, 4]);
  expect(linesOf({ plan, taken: new Set([0, 1]), isGoodOnly: false })).toEqual([1, 2, 3, 4]);
  expect(linesOf({ plan, taken: new Set([1]), isGoodOnly: false })).toEqual([2, 3, 4]);
  const unchosen = jobs.map((job, index) => isUnchosen({ job, index, taken: null }));
  expect(unchosen).toEqual([false, true, false, false]);
});

test('leaves out jobs beyond the limit unless they are ticked', () => {
  const noRoom = { message: 'Full.', canUpgrade: true };
  const full = { ...plan, jobs: jobs.map((job, index) => (index === 0 ? { ...job, noRoom } : job)) };
  expect(linesOf({ plan: full, taken: null, isGoodOnly: true })).toEqual([3]);
  expect(linesOf({ plan: full, taken: new Set([0]), isGoodOnly: true })).toEqual([1, 3]);
});

test('leaves out refused jobs, by name or line, only if the good ones are requested', () => {
  const taken = new Set([0, 1]);
  expect(selectJobs({ plan, taken, isGoodOnly: false }).leftOut).toEqual([]);
  expect(linesOf({ plan, taken, isGoodOnly: true })).toEqual([1, 2, 3]);
  expect(selectJobs({ plan, taken, isGoodOnly: true }).leftOut).toEqual(['line 4']);
});
