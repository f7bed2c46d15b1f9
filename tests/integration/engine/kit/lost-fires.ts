import { tsToMs } from '@temporalio/common/lib/time';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { jobWorkflowId } from '#workflows/contract.ts';

/** Temporal's description of a pending fire of a workflow, and of its run. */
export async function fireOf(jobId: number) {
  const { raw, runId } = await temporalClient().workflow.getHandle(jobWorkflowId(jobId)).describe();
  const fire = raw.pendingActivities?.find(({ activityType }) => activityType?.name === 'fire');
  return { fire, runId };
}

/** Number of the attempt of a pending fire dispatched since an instant; 0 if there is none. */
export async function attemptHeld(jobId: number, { since = 0 } = {}): Promise<number> {
  const { fire } = await fireOf(jobId);
  const startedAt = fire?.lastStartedTime ? tsToMs(fire.lastStartedTime) : 0;
  return startedAt > since ? (fire?.attempt ?? 0) : 0;
}

/** Takes the next fire of a job as a worker does that dies with it. Other activities in the queue go back to it. */
async function loseFire({ jobId, identity = 'lost' }: { jobId: number; identity?: string }): Promise<void> {
  const { connection, workflowService, options } = temporalClient();
  const { namespace } = options;
  const taskQueue = { name: process.env.TEMPORAL_TASK_QUEUE ?? '' };
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const { taskToken, workflowExecution, activityType } = await connection.withDeadline(deadline, () =>
      workflowService.pollActivityTaskQueue({ namespace, taskQueue, identity }),
    );
    if (workflowExecution?.workflowId === jobWorkflowId(jobId) && activityType?.name === 'fire') return;
    if (taskToken.length === 0) continue;
    const failure = { message: 'Not the one to lose.', applicationFailureInfo: {} };
    await workflowService.respondActivityTaskFailed({ namespace, taskToken, identity, failure });
  }
  throw new Error(`No fire of job ${jobId} came.`);
}

/** The worker stops, and the redispatched fire of a job reaches nobody. */
export async function loseNext({
  after,
  ...fire
}: {
  after: RunningWorker;
  jobId: number;
  identity?: string;
}): Promise<void> {
  const losing = loseFire(fire);
  await after.stop();
  await losing;
}
