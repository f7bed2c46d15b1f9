import type { JobInput } from '#domain/job.ts';
import { db } from '#server/db.server.ts';
import { jobInputOf } from '#server/jobs/job-input-of.server.ts';
import { openJob } from '#server/jobs/open-job.server.ts';
import type { DocumentJob } from './types.ts';

/** A job that is there already, as far as an import compares it. */
export interface SavedJob {
  id: number;
  version: number;
  input: JobInput;
}

/**
 * The jobs of an owner that a document may mean: by external id, and, of those without one on either side, by name.
 * @returns the function that finds the one that a job of the document means
 */
export async function savedJobs({
  ownerId,
  jobs,
}: {
  ownerId: number;
  jobs: DocumentJob[];
}): Promise<{ byExternalId: (id: string) => SavedJob | null; byName: (name: string) => SavedJob[] }> {
  const texts = (name: string) => [
    ...new Set(jobs.flatMap(({ value }) => (typeof value[name] === 'string' ? [value[name]] : []))),
  ];
  const rows = await db().job.findMany({
    where: {
      ownerId,
      deletedAt: null,
      OR: [
        { externalId: { in: texts('external_id') } },
        { externalId: null, name: { in: texts('name').map((name) => name.trim()) } },
      ],
    },
    orderBy: { id: 'asc' },
  });
  const saved = rows.map((row) => {
    const job = openJob(row);
    return { id: job.id, version: job.desiredVersion, input: jobInputOf(job) };
  });
  return {
    byExternalId: (id) => saved.find(({ input }) => input.externalId === id) ?? null,
    byName: (name) => saved.filter(({ input }) => input.externalId === null && input.name === name),
  };
}
