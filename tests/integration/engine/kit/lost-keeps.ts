import { ActivityNotFoundError } from '@temporalio/client';
import { tsToMs } from '@temporalio/common/lib/time';
import { db } from '#server/database/db.server.ts';
import { openKeep } from '#server/engine/rescue/open-keep.server.ts';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { jobWorkflowId } from '#workflows/contract.ts';

/** Number of the dispatch of a job's open `keepJob` since an instant; 0 if there is none. */
export async function dispatchOf(jobId: number, { since = 0 } = {}): Promise<number> {
  const { keep } = (await openKeep(jobId)) ?? {};
  const startedAt = keep?.lastStartedTime ? tsToMs(keep.lastStartedTime) : 0;
  return startedAt > since ? (keep?.attempt ?? 0) : 0;
}

/** Takes the `keepJob` of a job as a worker does that dies with it. Other activities in the queue go back to it. */
async function loseKeep({ jobId, identity = 'lost' }: { jobId: number; identity?: string }): Promise<void> {
  const { connection, workflowService, options } = temporalClient();
  const { namespace } = options;
  const taskQueue = { name: process.env.TEMPORAL_TASK_QUEUE ?? '' };
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const { taskToken, workflowExecution, activityType } = await connection.withDeadline(deadline, () =>
      workflowService.pollActivityTaskQueue({ namespace, taskQueue, identity }),
    );
    if (workflowExecution?.workflowId === jobWorkflowId(jobId) && activityType?.name === 'keepJob') return;
    if (taskToken.length === 0) continue;
    const failure = { message: 'Not the one to lose.', applicationFailureInfo: {} };
    await workflowService.respondActivityTaskFailed({ namespace, taskToken, identity, failure });
  }
  throw new Error(`No keepJob of job ${jobId} came.`);
}

/** The worker stops; the job is redispatched to one that dies before it has claimed the residency. */
export async function loseNext({
  after,
  ...lost
}: {
  after: RunningWorker;
  jobId: number;
  identity?: string;
}): Promise<void> {
  await after.stop();
  const { jobId } = lost;
  await db().residency.deleteMany({ where: { jobId } });
  const open = await openKeep(jobId);
  if (!open) throw new Error(`Job ${jobId} has no open keepJob.`);
  const { workflowId, runId, activityId } = open;
  const failing = temporalClient().activity.fail({ workflowId, runId, activityId }, new Error('Lost.'));
  await failing.catch((error: unknown) => {
    // A worker that stops before it has claimed the job has returned it already.
    if (!(error instanceof ActivityNotFoundError)) throw error;
  });
  await loseKeep(lost);
}
