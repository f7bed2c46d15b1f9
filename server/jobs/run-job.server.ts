import { randomUUID } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import { isActive } from '#domain/job/job.ts';
import type { RequestTrigger } from '#domain/trigger.ts';
import { databaseNow } from '#server/database/database-now.server.ts';
import { pushRun } from '#server/engine/relay/push-run.server.ts';
import { queueRun } from '#server/executions/claiming/queue-run.server.ts';
import { withOwnedJob } from '#server/jobs/access/with-owned-job.server.ts';
import type { Owner } from '#server/jobs/types.ts';

/**
 * Runs a job once, now: its row is queued here, the worker does the rest. A second call within 2 s joins the first.
 * @param trigger who asked: a person on a screen or a client of the API
 * @throws AppError not_found, or conflict: the job is not active
 */
export async function runJob({
  owner,
  jobId,
  trigger,
}: {
  owner: Owner;
  jobId: number;
  trigger: Exclude<RequestTrigger, 'replay'>;
}): Promise<{ executionId: number }> {
  const executionId = await withOwnedJob({
    owner,
    jobId,
    run: async ({ tx, job }) => {
      const now = (await databaseNow({ tx })).getTime();
      if (!isActive({ ...job, now }))
        throw new AppError('conflict', { message: 'Resume the job to run it.' });
      return queueRun({ tx, jobId, trigger, requestId: randomUUID() });
    },
  });
  await pushRun({ executionId });
  return { executionId };
}
