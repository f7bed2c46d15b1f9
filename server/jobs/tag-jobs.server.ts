import { mostTags } from '#domain/job/tags.ts';
import { withOwnedJobs } from '#server/jobs/access/with-owned-jobs.server.ts';
import { saveChanges } from '#server/jobs/saving/save-changes.server.ts';
import type { JobRow, Owner } from '#server/jobs/types.ts';

/**
 * Gives many jobs a tag, or takes it from them.
 * @returns the jobs that changed, and how many carry 10 tags already and got none
 */
export async function tagJobs({
  owner,
  jobIds,
  tag,
  isRemoved = false,
}: {
  owner: Owner;
  jobIds: number[];
  tag: string;
  isRemoved?: boolean;
}): Promise<{ changed: number[]; full: number }> {
  const parts = await withOwnedJobs({
    owner,
    jobIds,
    run: async ({ tx, jobs, tier }) => {
      const others = jobs.filter(({ tags }) => tags.includes(tag) === isRemoved);
      const fitting = others.filter(({ tags }) => isRemoved || tags.length < mostTags);
      for (const alike of byTags(fitting)) {
        const old = alike[0]?.tags ?? [];
        const tags = isRemoved ? old.filter((other) => other !== tag) : [...old, tag];
        await saveChanges({ tx, owner, tier, jobs: alike, columns: { tags }, summary: 'tags' });
      }
      return { changed: fitting.map(({ id }) => id), full: others.length - fitting.length };
    },
  });
  return {
    changed: parts.flatMap(({ changed }) => changed),
    full: parts.reduce((sum, { full }) => sum + full, 0),
  };
}

/** Jobs with the same tags change alike. */
function byTags(jobs: JobRow[]): JobRow[][] {
  const groups = new Map<string, JobRow[]>();
  for (const job of jobs) {
    const key = JSON.stringify(job.tags);
    groups.set(key, [...(groups.get(key) ?? []), job]);
  }
  return [...groups.values()];
}
