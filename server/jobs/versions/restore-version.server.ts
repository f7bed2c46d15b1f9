import { AppError } from '#domain/errors.ts';
import type { JobInput } from '#domain/job/job.ts';
import { decryptVersions } from '#server/executions/ledger/decrypt-versions.server.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import type { DecryptedJob, Owner } from '#server/jobs/types.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import type { JobSnapshot } from '#server/jobs/versions/snapshot.ts';

/**
 * Makes a job again what one of its versions was: as an edit would, so it is a new version and judged by the rules of
 * now. Whether the job is active or paused stays as it is.
 * @param seen the newest version that its owner has seen; left out, any will do
 * @throws AppError not_found: the job, or a version that is no longer kept; what an edit throws
 * @throws AppError conflict: the job was changed since, and what is restored would replace that unseen
 */
export async function restoreVersion({
  owner,
  jobId,
  version,
  seen,
}: {
  owner: Owner;
  jobId: number;
  version: number;
  seen?: number | undefined;
}): Promise<DecryptedJob> {
  await getJob({ owner, jobId });
  const named = { jobId, version };
  const snapshot = (await decryptVersions([named]))(named);
  if (!snapshot)
    throw new AppError('not_found', { message: `Version ${version} of this job is no longer kept.` });
  const changes = contentOf(snapshot);
  try {
    return await updateJob({ owner, jobId, changes, ...(seen !== undefined && { ifVersions: [seen] }) });
  } catch (error) {
    if (!(error instanceof AppError) || error.type !== 'precondition_failed') throw error;
    throw new AppError('conflict', {
      message: `This job was changed since you opened this page, so version ${version} was not restored. Review the latest change, then restore again.`,
    });
  }
}

/** What an edit can change, without the status. */
function contentOf({
  status: _status,
  pausedUntil: _until,
  pauseReason: _reason,
  ...content
}: JobSnapshot): Omit<JobInput, 'status'> {
  // Each field was checked when its version was saved.
  return content as Omit<JobInput, 'status'>;
}
