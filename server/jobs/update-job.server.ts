import { AppError } from '#domain/errors.ts';
import { isActive, type JobInput } from '#domain/job/job.ts';
import { databaseNow } from '#server/database/database-now.server.ts';
import { db, type Tx } from '#server/database/db.server.ts';
import { pushJob } from '#server/engine/relay/push-job.server.ts';
import { withOwnedJob } from '#server/jobs/access/with-owned-job.server.ts';
import { checkExternalId } from '#server/jobs/saving/check-external-id.server.ts';
import { checkJobInput } from '#server/jobs/saving/check-input.server.ts';
import { checkRoom } from '#server/jobs/saving/check-room.server.ts';
import { saveChange } from '#server/jobs/saving/save-change.server.ts';
import { setSkips } from '#server/jobs/skips/set-skips.server.ts';
import type { JobRow, DecryptedJob, Owner } from '#server/jobs/types.ts';
import { changedFields } from '#server/jobs/versions/changed-fields.ts';
import { decryptJob } from '#server/jobs/versions/decrypt-job.server.ts';
import { jobInputOf } from '#server/jobs/versions/job-input-of.server.ts';
import { sealJob } from '#server/jobs/versions/seal-job.server.ts';
import { askAfterSave } from '#server/mail/ask-after-save.server.ts';
import { checkChannel } from '#server/notifications/channels/check-channel.server.ts';
import { nameChannels } from '#server/notifications/rules/name-channels.server.ts';

/**
 * Changes the given fields of a job; without a change, there is no new version. Applies to fires from then on (D28).
 * @param changes a function builds them from the job under the lock; it may be called more than once
 * @param pausedUntil an instant pauses the job until then, unless the status is set to another; null resumes a job
 *   paused until a date (D29a), or removes the date from a pause in the same request; if omitted, it stays
 * @param skips all future skips, UTC milliseconds; if omitted, they stay
 * @throws AppError not_found, validation_error, or authorization_error: no room for the new status (D38)
 * @throws AppError precondition_failed: the job has none of ifVersions
 */
export async function updateJob({
  owner,
  jobId,
  changes,
  pausedUntil,
  skips,
  ifVersions,
}: {
  owner: Owner;
  jobId: number;
  changes: Changes;
  pausedUntil?: Date | null | undefined;
  skips?: number[] | undefined;
  ifVersions?: number[] | undefined;
}): Promise<DecryptedJob> {
  await checkChanges({ owner, jobId, changes });
  const { job, isChanged } = await withOwnedJob({
    owner,
    jobId,
    ifVersions,
    run: async ({ tx, job, tier }) => {
      const before = jobInputOf(decryptJob(job));
      const given = await withChannelNames({ tx, before, given: changesOn({ before, changes }), owner });
      const now = await databaseNow({ tx });
      const pause = pauseAfter({ job, status: given.status, pausedUntil, now });
      const after = { ...before, ...given, ...(pause.status && { status: pause.status }) };
      const changed: (keyof JobInput | 'pausedUntil')[] = changedFields({ before, after });
      if (pause.isChanged) changed.push('pausedUntil');
      if (changed.length > 0) {
        const from = isActive({ ...job, now: now.getTime() }) ? 'active' : job.status;
        await checkRoom({ tx, ownerId: owner.id, tier, from, to: after.status });
        await checkExternalId({ tx, ownerId: owner.id, jobId, externalId: after.externalId });
        const columns = { ...sealJob({ input: after, ownerId: owner.id }), ...pause.columns };
        job = await saveChange({ tx, job, columns, changed, owner, tier });
      }
      if (skips) await setSkips({ tx, job, skips, owner });
      return { job, isChanged: changed.length > 0 };
    },
  });
  if (isChanged) await pushJob({ jobId });
  const saved = decryptJob(job);
  if (isChanged) void askAfterSave({ owner, input: saved });
  return saved;
}

/** Rules that stay may name a channel by any name: the saved ones are kept like their channels. */
async function withChannelNames({
  tx,
  before,
  given,
  owner,
}: {
  tx: Tx;
  before: JobInput;
  given: Partial<JobInput>;
  owner: Owner;
}): Promise<Partial<JobInput>> {
  const { notifyRules: rules } = given;
  if (!rules || JSON.stringify(rules) === JSON.stringify(before.notifyRules)) return given;
  return { ...given, notifyRules: await nameChannels({ tx, ownerId: owner.id, rules }) };
}

type Changes = Partial<JobInput> | ((saved: JobInput) => Partial<JobInput>);

const changesOn = ({ before, changes }: { before: JobInput; changes: Changes }) =>
  typeof changes === 'function' ? changes(before) : changes;

/**
 * New end date of a pause.
 * @param status requested
 * @throws AppError validation_error: the date is not in the future
 */
function pauseAfter({
  job,
  status,
  pausedUntil,
  now,
}: {
  job: JobRow;
  status: JobRow['status'] | undefined;
  pausedUntil: Date | null | undefined;
  now: Date;
}): {
  /** Absent: unchanged, or as requested. */
  status?: 'active' | 'paused';
  isChanged: boolean;
  columns: Partial<Pick<JobRow, 'pausedUntil'>>;
} {
  // Setting another status ends the pause, whatever date a body read earlier still has.
  if (pausedUntil === undefined || (status !== undefined && status !== 'paused'))
    return { isChanged: false, columns: {} };
  const isChanged = pausedUntil?.getTime() !== job.pausedUntil?.getTime();
  if (isChanged && pausedUntil !== null && !(pausedUntil > now)) {
    throw new AppError('validation_error', { details: { pausedUntil: 'Choose an instant in the future.' } });
  }
  if (pausedUntil !== null) return { status: 'paused', isChanged, columns: { pausedUntil } };
  const isResumed = job.status === 'paused' && job.pausedUntil !== null && status === undefined;
  return { ...(isResumed && { status: 'active' }), isChanged, columns: { pausedUntil } };
}

/** Fields that need a check beyond the schema. */
const channelFields = ['notifyFrequency', 'notificationType', 'notificationConfig'] as const;
const targetFields = ['webhookUrl', 'successRegex', 'auth'] as const;
const evaluated = [...targetFields, ...channelFields] as const;

/** Before the transaction: a refusal is logged on a separate connection, without waiting. */
async function checkChanges({ owner, jobId, changes }: { owner: Owner; jobId: number; changes: Changes }) {
  if (typeof changes !== 'function' && !evaluated.some((name) => changes[name] !== undefined)) return;
  const row = await db().job.findFirst({ where: { id: jobId, ownerId: owner.id, deletedAt: null } });
  if (!row) return;
  const before = jobInputOf(decryptJob(row));
  const input = { ...before, ...changesOn({ before, changes }) };
  // A saved target stays: later rules apply to its calls.
  const changed = changedFields({ before, after: input });
  if (targetFields.some((name) => changed.includes(name))) await checkJobInput({ input, owner, jobId });
  if (channelFields.some((name) => changed.includes(name))) await checkChannel({ input, owner, jobId });
}
