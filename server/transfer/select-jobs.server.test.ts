import { expect, test } from 'vitest';
import { isUnchosen, selectJobs } from './select-jobs.server.ts';
import type { ImportPlan, PlannedJob } from './types.ts';

const of = (line: number) => ({ line, notes: [], name: `Job ${line}`, externalId: null });
const input = {} as Extract<PlannedJob, { outcome: 'new' }>['input'];
const jobs: PlannedJob[] = [
  { ...of(1), outcome: 'new', input },
  { ...of(2), outcome: 'new', input, isOptional: true },
  { ...of(3), outcome: 'same', jobId: 3, isOptional: true },
  { ...of(4), name: '', outcome: 'refused', faults: [] },
];
const plan: ImportPlan = { jobs, leftOut: [], digest: 'one' };
const linesOf = (given: Parameters<typeof selectJobs>[0]) =>
  selectJobs(given).plan.jobs.map(({ line }) => line);

test('a line that means something else alone is written only if it was chosen', () => {
  expect(linesOf({ plan, taken: new Set(), isGoodOnly: false })).toEqual([1, 3, 4]);
  expect(linesOf({ plan, taken: new Set([2]), isGoodOnly: false })).toEqual([1, 2, 3, 4]);
  expect(jobs.map((job) => isUnchosen({ job, taken: new Set() }))).toEqual([false, true, false, false]);
});

test('refused jobs are left out by name, or by line where they have none, only if one asks for the good ones', () => {
  const taken = new Set([2]);
  expect(selectJobs({ plan, taken, isGoodOnly: false }).leftOut).toEqual([]);
  expect(linesOf({ plan, taken, isGoodOnly: true })).toEqual([1, 2, 3]);
  expect(selectJobs({ plan, taken, isGoodOnly: true }).leftOut).toEqual(['line 4']);
});
