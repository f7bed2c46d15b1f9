import { randomUUID } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import { isActive } from '#domain/job.ts';
import { databaseNow } from '#server/database-now.server.ts';
import { pushRun } from '#server/engine/push-run.server.ts';
import { queueRun } from '#server/executions/queue-run.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { withOwnedJob } from '#server/jobs/with-owned-job.server.ts';

/**
 * Makes a new execution with the request of an old one: that of the version it ran, linked to it (D34). It counts and
 * obeys the overlap rule as Run Now does. A second click within 2 s joins the first.
 * @throws AppError not_found: absent, deleted or another's, the execution or its job
 * @throws AppError conflict: the job is not active
 */
export async function replayExecution({
  owner,
  jobId,
  executionId: replayOfId,
}: {
  owner: Owner;
  jobId: number;
  executionId: number;
}): Promise<{ executionId: number }> {
  const executionId = await withOwnedJob({
    owner,
    jobId,
    run: async ({ tx, job }) => {
      const found = await tx.execution.count({ where: { id: replayOfId, jobId } });
      if (found === 0) throw new AppError('not_found');
      const now = (await databaseNow({ tx })).getTime();
      if (!isActive({ ...job, now }))
        throw new AppError('conflict', { message: 'Resume the job to replay it.' });
      return queueRun({ tx, jobId, trigger: 'replay', requestId: randomUUID(), replayOfId });
    },
  });
  await pushRun({ executionId });
  return { executionId };
}
