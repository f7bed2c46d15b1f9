import { AppError } from '#domain/errors.ts';
import { redirectTarget } from '#domain/redirect-target.ts';
import { getExecution } from '#server/executions/history/get-execution.server.ts';
import type { DecryptedJob, Owner } from '#server/jobs/types.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';

/**
 * Sets the URL of a job to the redirect target of an execution's last response, as an edit would.
 * @throws AppError not_found; conflict: the response has no callable target; any error of an edit
 */
export async function callLocation({
  owner,
  jobId,
  executionId,
}: {
  owner: Owner;
  jobId: number;
  executionId: number;
}): Promise<DecryptedJob> {
  const { attempts, version } = await getExecution({ ownerId: owner.id, jobId, id: executionId });
  const last = attempts.at(-1);
  const target = last
    ? redirectTarget({
        statusCode: last.statusCode,
        location: last.response?.headers['location'],
        base: last.request?.url,
        hops: last.hops,
        template: version?.webhookUrl,
      })
    : null;
  if (!target?.canBeCalled)
    throw new AppError('conflict', { message: 'The response points to no address that can be called.' });
  return updateJob({ owner, jobId, changes: { webhookUrl: target.url } });
}
