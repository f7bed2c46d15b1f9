import type { ImportChoices, ImportPlan, ImportedJob } from './types.ts';

/** Reports whether a writable job is not chosen: by its box, or by default before there is a choice. */
export function isUnchosen({
  job,
  index,
  taken,
}: {
  job: ImportedJob;
  /** In the order of the text, from 0. */
  index: number;
  taken: ImportChoices['taken'];
}): boolean {
  if (job.outcome !== 'new' && job.outcome !== 'changed') return false;
  return taken === null ? job.isOptional === true || job.noRoom !== undefined : !taken.has(index);
}

/**
 * The selected part of a plan.
 * @param isGoodOnly omits refused jobs; if they are kept, nothing is written
 * @returns the names of omitted refused jobs, in the order of the text
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
  const isLeftOut = (job: ImportedJob) => isGoodOnly && job.outcome === 'refused';
  const jobs = plan.jobs.filter((job, index) => !isLeftOut(job) && !isUnchosen({ job, index, taken }));
  const leftOut = plan.jobs
    .filter(isLeftOut)
    .map(({ name, externalId, line }) => name || (externalId ?? `line ${line}`));
  return { plan: { ...plan, jobs }, leftOut };
}
