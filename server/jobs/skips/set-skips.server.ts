import { AppError } from '#domain/errors.ts';
import { nextFires } from '#domain/schedule/schedule.ts';
import { databaseNow } from '#server/database/database-now.server.ts';
import type { Tx } from '#server/database/db.server.ts';
import { recordSkip } from '#server/jobs/skips/record-skip.server.ts';
import type { JobRow, Owner } from '#server/jobs/types.ts';

/**
 * Replaces the skips of a locked job; fires that have begun are not touched. As with a single skip, the schedule does
 * not change, so this makes no version.
 *
 * @param skips UTC milliseconds
 * @throws AppError validation_error on skips: an instant is no future fire of the job's schedule
 */
export async function setSkips({
  tx,
  job: { id: jobId, cronExpression: cron, timeZone },
  skips,
  owner,
}: {
  tx: Tx;
  job: Pick<JobRow, 'id' | 'cronExpression' | 'timeZone'>;
  skips: number[];
  owner: Owner;
}): Promise<void> {
  const now = await databaseNow({ tx });
  const state = await tx.jobState.findUnique({ where: { jobId }, select: { accountedUntil: true } });
  const begun = new Date(Math.max(now.getTime(), state?.accountedUntil.getTime() ?? 0));
  const rows = await tx.skip.findMany({ where: { jobId, scheduledFor: { gt: begun } } });
  const before = new Set(rows.map(({ scheduledFor }) => scheduledFor.getTime()));
  const wanted = new Set(skips);
  const added = [...wanted].filter((at) => !before.has(at));
  for (const at of added) {
    const isFire =
      cron !== null &&
      at > begun.getTime() &&
      nextFires({ cron, timeZone, after: at - 1, count: 1 })[0] === at;
    if (isFire) continue;
    const text = `${new Date(at).toISOString()} is not an upcoming run of this job.`;
    throw new AppError('validation_error', { details: { skips: text } });
  }
  const removed = [...before].filter((at) => !wanted.has(at));
  const dates = removed.map((at) => new Date(at));
  await tx.skip.deleteMany({ where: { jobId, scheduledFor: { in: dates } } });
  await tx.skip.createMany({
    data: added.map((at) => ({ jobId, scheduledFor: new Date(at), createdById: owner.id })),
  });
  for (const [instants, isSkipped] of [[removed, false] as const, [added, true] as const]) {
    for (const at of instants) await recordSkip({ tx, owner, jobId, scheduledFor: new Date(at), isSkipped });
  }
}
