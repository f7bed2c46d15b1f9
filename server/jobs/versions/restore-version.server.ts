import { AppError } from '#domain/errors.ts';
import type { JobInput } from '#domain/job/job.ts';
import { decryptVersions } from '#server/executions/ledger/decrypt-versions.server.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import type { DecryptedJob, Owner } from '#server/jobs/types.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { listChannelNames } from '#server/notifications/rules/name-channels.server.ts';
import type { JobSnapshot } from '#server/jobs/versions/snapshot.ts';

/**
 * Restores an earlier version of a job: like an edit, it makes a new version and follows the current rules. The job
 * stays active or paused.
 * @param seen the newest version its owner has seen; if omitted, any
 * @throws AppError not_found: the job, or a removed version; any error of an edit
 * @throws AppError conflict: the job was changed since, and the restore would overwrite that unseen
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
  const changes = await contentOf({ snapshot, owner });
  try {
    return await updateJob({ owner, jobId, changes, ...(seen !== undefined && { ifVersions: [seen] }) });
  } catch (error) {
    if (!(error instanceof AppError) || error.type !== 'precondition_failed') throw error;
    throw new AppError('conflict', {
      message: `This job was changed since you opened this page, so version ${version} was not restored. Review the latest change, then restore again.`,
    });
  }
}

/** Editable fields without the status, and without rules for channels that are gone. */
async function contentOf({
  snapshot,
  owner,
}: {
  snapshot: JobSnapshot;
  owner: Owner;
}): Promise<Omit<JobInput, 'status'>> {
  const { status: _status, pausedUntil: _until, pauseReason: _reason, ...content } = snapshot;
  if (!content.notifyRules) return content;
  const known = await listChannelNames({ ownerId: owner.id });
  const kept = content.notifyRules.filter(({ channel }) => known.some(({ name }) => name === channel));
  return { ...content, notifyRules: kept.length > 0 ? kept : null };
}
