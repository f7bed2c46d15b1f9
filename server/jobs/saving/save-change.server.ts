import type { JobInput } from '#domain/job/job.ts';
import type { Tier } from '#domain/plan.ts';
import { databaseNow } from '#server/database/database-now.server.ts';
import type { Tx } from '#server/database/db.server.ts';
import { enqueueJobEvents } from '#server/event-subscriptions/job-events.server.ts';
import { setNextRun } from '#server/executions/planning/set-next-run.server.ts';
import { forgetStreak } from '#server/executions/recording/forget-streak.server.ts';
import { recordJobChange } from '#server/jobs/saving/record-job-change.server.ts';
import { isResting, withinStorage } from '#server/jobs/saving/within-storage.server.ts';
import type { JobRow, Owner } from '#server/jobs/types.ts';
import { saveVersion } from '#server/jobs/versions/save-version.server.ts';
import type { sealJob } from '#server/jobs/versions/seal-job.server.ts';

type Columns = Partial<ReturnType<typeof sealJob>> & Partial<Pick<JobRow, 'pausedUntil'>>;

interface Change {
  tx: Tx;
  job: JobRow;
  columns: Columns;
  changed: (keyof JobInput | 'pausedUntil')[];
  owner: Owner;
}

/**
 * Writes a change of a locked job with all that belongs to it: version, next run, security event.
 * @param tier in force under the owner's lock
 * @throws AppError authorization_error: the plan has no room for its texts; a pause always has
 */
export async function saveChange({ tier, ...change }: Change & { tier: Tier }): Promise<JobRow> {
  const { tx, job, columns, changed, owner } = change;
  const isAllowed =
    changed.every((name) => name === 'status' || name === 'pausedUntil') &&
    isResting({ from: job.status, to: columns.status });
  return withinStorage({ tx, ownerId: owner.id, tier, isAllowed, write: () => write(change) });
}

async function write({ tx, job, columns, changed, owner }: Change): Promise<JobRow> {
  // A status somebody sets ends the pause the engine or a date had set.
  const isPauseSet = changed.includes('status') || changed.includes('pausedUntil');
  const pause = isPauseSet ? { pausedUntil: null, pauseReason: null } : {};
  const saved = await tx.job.update({
    where: { id: job.id },
    data: {
      ...pause,
      ...columns,
      desiredVersion: job.desiredVersion + 1,
      applyFailures: 0,
      applyAfter: await databaseNow({ tx }),
    },
  });
  // Resumed after the engine had paused it: without this its next failure would pause it again.
  if (job.pauseReason !== null && saved.pauseReason === null) await forgetStreak({ tx, jobId: job.id });
  await saveVersion({ tx, job: saved, changedById: owner.id, summary: changed.join(', ') });
  await setNextRun({ tx, job: saved });
  await recordJobChange({ tx, owner, jobId: job.id });
  await enqueueJobEvents({ tx, jobs: [saved], change: 'updated', changed });
  return saved;
}
