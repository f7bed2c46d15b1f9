import { AppError } from '#domain/errors.ts';
import type { JobInput } from '#domain/job/job.ts';
import { mergeEdits, type MergedEdits } from '#domain/job/merge-edits.ts';
import { decryptVersions } from '#server/executions/ledger/decrypt-versions.server.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { jobInputOf } from '#server/jobs/versions/job-input-of.server.ts';

/** Each round another save came between reading the job and writing it. */
const mostRounds = 5;

/** An edit that meets another one in the same fields: nothing is saved. */
interface EditConflict extends MergedEdits {
  kind: 'conflict';
  /** The newest version, which the next save is based on. */
  version: number;
  mine: JobInput;
  theirs: JobInput;
}

type SavedEdit =
  | {
      kind: 'saved';
      /** Fields changed by another edit meanwhile, and kept. */
      taken: (keyof JobInput)[];
    }
  | EditConflict;

/**
 * Saves an edit of a job begun at one of its versions. If the job has changed since, both edits are merged; if they
 * conflict, nothing is saved and both are returned (decision 042).
 * @param version the form was opened with; null overwrites any
 * @param edit builds the request from the job at that version, because it needs its masked headers
 * @throws AppError as updateJob; conflict: the job keeps changing
 */
export async function saveEdit({
  owner,
  jobId,
  version,
  edit,
}: {
  owner: Owner;
  jobId: number;
  version: number | null;
  edit: (seen: JobInput) => JobInput;
}): Promise<SavedEdit> {
  const isSaved = await tryUpdate({ owner, jobId, changes: edit, version });
  if (isSaved || version === null) return { kind: 'saved', taken: [] };
  const base = await jobAtVersion({ jobId, version });
  for (let round = 0; round < mostRounds; round += 1) {
    const { job } = await getJob({ owner, jobId });
    const theirs = jobInputOf(job);
    const mine = edit(base ?? theirs);
    const edits = mergeEdits({ base, mine, theirs });
    if (edits.conflicts.length > 0)
      return { kind: 'conflict', version: job.desiredVersion, mine, theirs, ...edits };
    const { merged, taken } = edits;
    if (await tryUpdate({ owner, jobId, changes: merged, version: job.desiredVersion }))
      return { kind: 'saved', taken };
  }
  throw new AppError('conflict', { message: 'This job kept changing while you saved it. Try again.' });
}

/**
 * A job as one of its versions had it; null when that is no longer kept. The caller has found the job to be the owner's.
 */
export async function jobAtVersion(named: { jobId: number; version: number }): Promise<JobInput | null> {
  const snapshot = (await decryptVersions([named]))(named);
  if (!snapshot) return null;
  const { pausedUntil: _until, pauseReason: _reason, ...input } = snapshot;
  return input;
}

/** False: the job has another version. */
async function tryUpdate({
  version,
  ...change
}: {
  owner: Owner;
  jobId: number;
  changes: JobInput | ((saved: JobInput) => JobInput);
  version: number | null;
}): Promise<boolean> {
  try {
    await updateJob({ ...change, ...(version !== null && { ifVersions: [version] }) });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.type === 'precondition_failed') return false;
    throw error;
  }
}
