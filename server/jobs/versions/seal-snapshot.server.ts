import type { JobRow } from '#server/jobs/types.ts';
import { decryptJob } from '#server/jobs/versions/decrypt-job.server.ts';
import { jobInputOf } from '#server/jobs/versions/job-input-of.server.ts';
import type { JobSnapshot } from '#server/jobs/versions/snapshot.ts';
import { seal } from '#server/sealing/seal.server.ts';

/** The whole job, encrypted for a row of its versions. */
export function sealSnapshot(job: JobRow): string {
  const snapshot: JobSnapshot = {
    ...jobInputOf(decryptJob(job)),
    pausedUntil: job.pausedUntil?.toISOString() ?? null,
    pauseReason: job.pauseReason,
  };
  return seal({ text: JSON.stringify(snapshot), userId: job.ownerId, field: 'jobVersion.snapshot' });
}
