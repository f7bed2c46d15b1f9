import { AppError } from '#domain/errors.ts';
import type { Tier } from '#domain/plan.ts';
import { db, type Tx } from '#server/database/db.server.ts';
import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';
import { savesOf } from '#server/jobs/access/owner-turns.server.ts';
import type { JobRow, Owner } from '#server/jobs/types.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

interface OwnedJob {
  tx: Tx;
  job: JobRow;
  /** In force now: the caller's own copy may be older. */
  tier: Tier;
}

/**
 * One transaction around a change of a job: the owner's other saves and the engine's writes of this job wait.
 * @param ifVersions the versions the caller has seen; if omitted, any
 * @throws AppError not_found: absent, deleted or another's, in the same words (D20)
 * @throws AppError precondition_failed: the job has another version
 */
export async function withOwnedJob<Result>({
  owner,
  jobId,
  ifVersions,
  run,
}: {
  owner: Owner;
  jobId: number;
  ifVersions?: number[] | undefined;
  run: (owned: OwnedJob) => Promise<Result>;
}): Promise<Result> {
  const ownerId = owner.id;
  const done = await savesOf(ownerId).$transaction(async (tx) => {
    const { tier } = await lockOwner({ tx, ownerId });
    await tx.$queryRaw`select "id" from "Job" where "id" = ${jobId} and "ownerId" = ${ownerId} for update`;
    const job = await tx.job.findFirst({ where: { id: jobId, ownerId, deletedAt: null } });
    if (!job) return null;
    if (ifVersions && !ifVersions.includes(job.desiredVersion)) throw new AppError('precondition_failed');
    return { result: await run({ tx, job, tier }) };
  });
  return done ? done.result : refuseAbsentJob({ owner, jobId });
}

/**
 * Ends a request for a job that this owner does not have; asking for another's leaves a trace.
 * @throws AppError not_found, always
 */
export async function refuseAbsentJob({ owner, jobId }: { owner: Owner; jobId: number }): Promise<never> {
  const foreign = await db().job.count({ where: { id: jobId, ownerId: { not: owner.id }, deletedAt: null } });
  if (foreign) {
    const { id: actorId, request } = owner;
    await recordEvent({
      tx: db(),
      code: 'foreign_id',
      actorId,
      subjectId: jobId,
      ...(request && { request }),
    });
  }
  throw new AppError('not_found');
}
