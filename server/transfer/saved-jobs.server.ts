import { setImmediate as nextTurn } from 'node:timers/promises';
import { db } from '#server/database/db.server.ts';
import { decryptJob } from '#server/jobs/versions/decrypt-job.server.ts';
import { jobInputOf } from '#server/jobs/versions/job-input-of.server.ts';
import type { SavedJob } from './types.ts';

const batchSize = 100;
/** Limit of saved jobs with the same names as jobs of the document: an unlimited account can have any number. */
const mostAlike = 2_000;

/**
 * The jobs of an owner a document may mean: by external id, and, of those without one on either side, by name. Read and
 * decrypted by the hundred: a payload can have 256 KiB.
 */
export async function* savedJobs({
  ownerId,
  externalIds,
  names,
}: {
  ownerId: number;
  externalIds: string[];
  names: string[];
}): AsyncGenerator<SavedJob[]> {
  const ways = [
    { where: { externalId: { in: externalIds } }, most: Infinity, isEmpty: externalIds.length === 0 },
    { where: { externalId: null, name: { in: names } }, most: mostAlike, isEmpty: names.length === 0 },
  ];
  for (const { where, most, isEmpty } of ways) {
    for (let after = 0, found = 0; !isEmpty && found < most;) {
      const rows = await db().job.findMany({
        where: { ownerId, deletedAt: null, id: { gt: after }, ...where },
        orderBy: { id: 'asc' },
        take: batchSize,
      });
      const last = rows.at(-1);
      if (!last) break;
      yield rows.map((row) => {
        const job = decryptJob(row);
        return { id: job.id, version: job.desiredVersion, input: jobInputOf(job) };
      });
      await nextTurn();
      if (rows.length < batchSize) break;
      after = last.id;
      found += rows.length;
    }
  }
}
