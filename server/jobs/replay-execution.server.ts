import { randomUUID } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import { isActive } from '#domain/job/job.ts';
import { databaseNow } from '#server/database/database-now.server.ts';
import type { Tx } from '#server/database/db.server.ts';
import { pushRun } from '#server/engine/relay/push-run.server.ts';
import { queueRun, type ReplayAs } from '#server/executions/claiming/queue-run.server.ts';
import { sealRequest, type EditedRequest } from '#server/executions/ledger/seal-request.server.ts';
import { withOwnedJob } from '#server/jobs/access/with-owned-job.server.ts';
import { checkJobInput } from '#server/jobs/saving/check-input.server.ts';
import type { JobRow, Owner } from '#server/jobs/types.ts';

/**
 * Creates a new execution with the request of an old one, linked to it (D34). It counts as Run Now does, and waits for
 * other calls of its job. A second click within 2 s joins the first.
 *
 * @param as `recorded`: the version it ran, with its edits; `current`: the current job
 * @param edits of a recorded request, for this run only (decision 043)
 * @throws AppError not_found: absent, deleted or another's, the execution or its job
 * @throws AppError validation_error that names the field: the target of the edits is refused
 * @throws AppError conflict: the job is not active, or 50 replays of it or 200 of the account are in progress
 */
export async function replayExecution({
  owner,
  jobId,
  executionId: replayOfId,
  as = 'recorded',
  edits = null,
}: {
  owner: Owner;
  jobId: number;
  executionId: number;
  as?: ReplayAs;
  edits?: EditedRequest | null;
}): Promise<{ executionId: number }> {
  if (edits !== null) {
    await checkJobInput({ input: { webhookUrl: edits.webhookUrl, successRegex: null }, owner, jobId });
  }
  const executionId = await withOwnedJob({
    owner,
    jobId,
    run: async ({ tx, job }) => {
      const found = await tx.execution.count({ where: { id: replayOfId, jobId, trigger: { not: 'test' } } });
      if (found === 0) throw new AppError('not_found');
      await requireReplayable({ tx, job, count: 1 });
      const request = edits && sealRequest({ request: edits, ownerId: owner.id });
      return queueReplay({ tx, jobId, replayOfId, replayAs: as, request });
    },
  });
  await pushRun({ executionId });
  return { executionId };
}

/** Limit per job: each waiting replay checks for its turn. */
export const mostReplays = 50;
/** Limit per account. */
const mostOfAccount = 200;

/**
 * Replays several executions of a job, oldest first, in one transaction: all or none. They call one after another,
 * unless the job allows overlap. Those still in progress are left out.
 *
 * @param executionIds at most 50; duplicates count once
 * @returns the new executions with the repeated ones, and the number still in progress
 * @throws AppError validation_error: none, or more than 50
 * @throws AppError not_found: the job, or one of the executions, is absent or another's
 * @throws AppError conflict: the job is not active, all are still in progress, or more than 50 replays of it or 200 of
 *   the account would be in progress
 */
export async function replayExecutions({
  owner,
  jobId,
  executionIds,
  as,
}: {
  owner: Owner;
  jobId: number;
  executionIds: number[];
  as: ReplayAs;
}): Promise<{ replays: { executionId: number; replayOf: number }[]; open: number }> {
  const ids = requireReplays(executionIds);
  return withOwnedJob({
    owner,
    jobId,
    run: async ({ tx, job }) => {
      const found = await tx.execution.findMany({
        where: { id: { in: ids }, jobId, trigger: { not: 'test' } },
        select: { id: true, outcome: true },
        orderBy: [{ dueAt: 'asc' }, { id: 'asc' }],
      });
      if (found.length < ids.length) throw new AppError('not_found');
      const ended = found.filter(({ outcome }) => outcome !== null);
      if (ended.length === 0)
        throw new AppError('conflict', {
          message: 'The selected runs are still in progress. Replay them once they have ended.',
        });
      await requireReplayable({ tx, job, count: ended.length });
      const replays: { executionId: number; replayOf: number }[] = [];
      for (const { id } of ended) {
        const replayOf = Number(id);
        const executionId = await queueReplay({ tx, jobId, replayOfId: replayOf, replayAs: as });
        replays.push({ executionId, replayOf });
      }
      return { replays, open: found.length - ended.length };
    },
  });
}

/**
 * The executions to replay at once, each of them once.
 * @throws AppError validation_error: none, or more than 50
 */
export function requireReplays(executionIds: number[]): number[] {
  const ids = [...new Set(executionIds)];
  if (ids.length === 0) throw refusedCount('Select the runs to replay first.');
  if (ids.length > mostReplays) throw refusedCount(`Select at most ${mostReplays} runs.`);
  return ids;
}

const refusedCount = (message: string) =>
  new AppError('validation_error', { message, details: { execution_ids: message } });

async function requireReplayable({
  tx,
  job,
  count,
}: {
  tx: Tx;
  job: Pick<JobRow, 'id' | 'ownerId' | 'status' | 'pausedUntil'>;
  count: number;
}): Promise<void> {
  const now = (await databaseNow({ tx })).getTime();
  if (!isActive({ ...job, now })) throw new AppError('conflict', { message: 'Resume the job to replay it.' });
  const underWay = { trigger: 'replay', outcome: null } as const;
  const ofJob = await tx.execution.count({ where: { ...underWay, jobId: job.id } });
  if (ofJob + count > mostReplays) throw tooMany({ most: mostReplays, of: 'a job', open: ofJob });
  const ofAccount = await tx.execution.count({
    where: { ...underWay, job: { ownerId: job.ownerId, deletedAt: null } },
  });
  if (ofAccount + count > mostOfAccount)
    throw tooMany({ most: mostOfAccount, of: 'an account', open: ofAccount });
}

const tooMany = ({ most, of, open }: { most: number; of: string; open: number }) =>
  new AppError('conflict', {
    message: `At most ${most} replays of ${of} can be in progress, and ${open} are. Try again once some have ended.`,
  });

function queueReplay(asked: Omit<Parameters<typeof queueRun>[0], 'trigger' | 'requestId'>): Promise<number> {
  return queueRun({ ...asked, trigger: 'replay', requestId: randomUUID() });
}
