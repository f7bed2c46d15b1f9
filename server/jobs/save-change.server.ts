import type { JobInput } from '#domain/job.ts';
import type { Tx } from '#server/db.server.ts';
import { setNextRun } from '#server/executions/set-next-run.server.ts';
import { saveVersion } from '#server/jobs/save-version.server.ts';
import type { sealJob } from '#server/jobs/seal-job.server.ts';
import type { JobRow } from '#server/jobs/types.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

type Columns = Partial<ReturnType<typeof sealJob>>;

/** Writes a change of a locked job with all that belongs to it: version, next run, security event. */
export async function saveChange(change: {
  tx: Tx;
  job: JobRow;
  columns: Columns;
  changed: (keyof JobInput)[];
  changedById: number;
}): Promise<JobRow> {
  const { tx, job, columns, changed, changedById } = change;
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
  await saveVersion({ tx, job: saved, changedById, summary: changed.join(', ') });
  await setNextRun({ tx, job: saved });
  await recordEvent({ tx, code: 'job_changed', actorId: changedById, subjectId: job.id });
  return saved;
}
