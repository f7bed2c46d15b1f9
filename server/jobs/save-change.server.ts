import type { JobInput } from '#domain/job.ts';
import type { Tx } from '#server/db.server.ts';
import { setNextRun } from '#server/executions/set-next-run.server.ts';
import { recordJobChange } from '#server/jobs/record-job-change.server.ts';
import { saveVersion } from '#server/jobs/save-version.server.ts';
import type { sealJob } from '#server/jobs/seal-job.server.ts';
import type { JobRow, Owner } from '#server/jobs/types.ts';

type Columns = Partial<ReturnType<typeof sealJob>>;

/** Writes a change of a locked job with all that belongs to it: version, next run, security event. */
export async function saveChange(change: {
  tx: Tx;
  job: JobRow;
  columns: Columns;
  changed: (keyof JobInput)[];
  owner: Owner;
}): Promise<JobRow> {
  const { tx, job, columns, changed, owner } = change;
  // A status that somebody sets ends the pause that the engine or a date had set.
  const pause = changed.includes('status') ? { pausedUntil: null, pauseReason: null } : {};
  const saved = await tx.job.update({
    where: { id: job.id },
    data: {
      ...columns,
      ...pause,
      desiredVersion: job.desiredVersion + 1,
      applyFailures: 0,
      applyAfter: new Date(),
    },
  });
  await saveVersion({ tx, job: saved, changedById: owner.id, summary: changed.join(', ') });
  await setNextRun({ tx, job: saved });
  await recordJobChange({ tx, owner, jobId: job.id });
  return saved;
}
