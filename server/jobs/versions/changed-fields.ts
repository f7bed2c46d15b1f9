import type { JobInput } from '#domain/job/job.ts';

/** The names of the fields in which two states of a job differ. */
export function changedFields({ before, after }: { before: JobInput; after: JobInput }): (keyof JobInput)[] {
  const names = Object.keys(before) as (keyof JobInput)[];
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}
