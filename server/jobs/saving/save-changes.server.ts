import type { Tier } from '#domain/plan.ts';
import { securityEvents } from '#domain/security-event.ts';
import { databaseNow } from '#server/database/database-now.server.ts';
import type { Tx } from '#server/database/db.server.ts';
import { enqueueJobEvents } from '#server/event-subscriptions/job-events.server.ts';
import { setNextRuns } from '#server/executions/planning/set-next-run.server.ts';
import { forgetStreak } from '#server/executions/recording/forget-streak.server.ts';
import { isResting, withinStorage } from '#server/jobs/saving/within-storage.server.ts';
import type { JobRow, Owner } from '#server/jobs/types.ts';
import { pruneVersions } from '#server/jobs/versions/prune-versions.server.ts';
import { sealSnapshot } from '#server/jobs/versions/seal-snapshot.server.ts';

type Columns = Partial<Pick<JobRow, 'status' | 'pausedUntil' | 'pauseReason' | 'tags'>>;

/**
 * Writes the same change of many locked jobs, as saveChange does for one: version, next run, security event, in few
 * statements. The relay pushes to the engine.
 * @param tier in force under the owner's lock
 * @throws AppError authorization_error: the plan has no room for the texts; pauses always have
 */
export async function saveChanges({ tier, ...change }: Change & { tier: Tier }): Promise<void> {
  const { tx, owner, jobs, columns } = change;
  if (jobs.length === 0) return;
  const isAllowed = jobs.every(({ status: from }) => isResting({ from, to: columns.status }));
  await withinStorage({ tx, ownerId: owner.id, tier, isAllowed, write: () => write(change) });
}

interface Change {
  tx: Tx;
  owner: Owner;
  jobs: JobRow[];
  columns: Columns;
  /** Names of the changed fields. */
  summary: string;
}

async function write({ tx, owner, jobs, columns, summary }: Change): Promise<void> {
  const ids = jobs.map(({ id }) => id);
  const changedAt = await databaseNow({ tx });
  await tx.job.updateMany({
    where: { id: { in: ids } },
    data: { ...columns, desiredVersion: { increment: 1 }, applyFailures: 0, applyAfter: changedAt },
  });
  const saved = jobs.map((job) => ({ ...job, ...columns, desiredVersion: job.desiredVersion + 1 }));
  await tx.jobVersion.createMany({
    data: saved.map((job) => ({
      jobId: job.id,
      version: job.desiredVersion,
      changedAt,
      changedById: owner.id,
      summary,
      status: job.status,
      cronExpression: job.cronExpression,
      timeZone: job.timeZone,
      snapshot: sealSnapshot(job),
    })),
  });
  for (const { id, desiredVersion } of saved) await pruneVersions({ tx, jobId: id, newest: desiredVersion });
  if (columns.pauseReason === null) {
    for (const { id, pauseReason } of jobs) if (pauseReason !== null) await forgetStreak({ tx, jobId: id });
  }
  await setNextRuns({ tx, jobs: saved, changedAt });
  await recordChanges({ tx, owner, jobIds: ids });
  await enqueueJobEvents({ tx, jobs: saved, change: 'updated', changed: summary.split(', ') });
}

/** A line for each job, as after single changes; many of one request are not folded: they say which jobs. */
export async function recordChanges({
  tx,
  owner,
  jobIds,
}: {
  tx: Tx;
  owner: Owner;
  jobIds: number[];
}): Promise<void> {
  const { type, text } = securityEvents.job_changed;
  const { id: actorId, request } = owner;
  const asked = {
    ip: request?.ip ?? null,
    requestId: request?.id ?? null,
    userAgent: request?.userAgent?.slice(0, 300) ?? null,
  };
  await tx.securityEvent.createMany({
    data: jobIds.map((subjectId) => ({
      ...asked,
      type,
      code: 'job_changed',
      actorId,
      subjectId,
      message: text,
    })),
  });
}
