import type { ImportChoices, ImportPlan, PlannedJob } from './types.ts';

/** Whether a job is written only by choice and was not chosen. */
export function isUnchosen({ job, taken }: { job: PlannedJob; taken: ImportChoices['taken'] }): boolean {
  const isWritten = job.outcome === 'new' || job.outcome === 'changed';
  return job.isOptional === true && isWritten && !taken.has(job.line);
}

/**
 * The part of a plan that an import writes.
 * @param isGoodOnly leaves refused jobs out instead of keeping them, with which nothing is written
 * @returns the names of refused jobs that are left out, in the order of the text
 */
export function selectJobs({
  plan,
  taken,
  isGoodOnly,
}: {
  plan: ImportPlan;
  taken: ImportChoices['taken'];
  isGoodOnly: boolean;
}): { plan: ImportPlan; leftOut: string[] } {
  const isLeftOut = (job: PlannedJob) => isGoodOnly && job.outcome === 'refused';
  const jobs = plan.jobs.filter((job) => !isLeftOut(job) && !isUnchosen({ job, taken }));
  const leftOut = plan.jobs
    .filter(isLeftOut)
    .map(({ name, externalId, line }) => name || (externalId ?? `line ${line}`));
  return { plan: { ...plan, jobs }, leftOut };
}
