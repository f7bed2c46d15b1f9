import type { JobInput } from '#domain/job.ts';
import { db } from '#server/db.server.ts';
import { pushJob } from '#server/engine/push-job.server.ts';
import { askAfterSave } from '#server/mail/ask-after-save.server.ts';
import { checkChannel } from '#server/notifications/check-channel.server.ts';
import { checkExternalId } from '#server/jobs/check-external-id.server.ts';
import { checkInput } from '#server/jobs/check-input.server.ts';
import { checkRoom } from '#server/jobs/check-room.server.ts';
import { jobInputOf } from '#server/jobs/job-input-of.server.ts';
import { openJob } from '#server/jobs/open-job.server.ts';
import { saveChange } from '#server/jobs/save-change.server.ts';
import { sealJob } from '#server/jobs/seal-job.server.ts';
import type { OpenJob, Owner } from '#server/jobs/types.ts';
import { withOwnedJob } from '#server/jobs/with-owned-job.server.ts';

/**
 * Changes the given fields of a job and leaves the others; nothing changed means no new version. Applies to
 * fires from then on (D28).
 * @throws AppError not_found, validation_error, or authorization_error: no room for the new status (D38)
 */
export async function updateJob({
  owner,
  jobId,
  changes,
}: {
  owner: Owner;
  jobId: number;
  changes: Partial<JobInput>;
}): Promise<OpenJob> {
  await checkChanges({ owner, jobId, changes });
  const { job, isChanged } = await withOwnedJob({
    owner,
    jobId,
    run: async ({ tx, job, tier }) => {
      const before = jobInputOf(openJob(job));
      const after = { ...before, ...changes };
      const changed = changedFields({ before, after });
      if (changed.length === 0) return { job, isChanged: false };
      await checkRoom({ tx, ownerId: owner.id, tier, from: job.status, to: after.status });
      await checkExternalId({ tx, ownerId: owner.id, jobId, externalId: after.externalId });
      const columns = sealJob({ input: after, ownerId: owner.id });
      return { job: await saveChange({ tx, job, columns, changed, owner }), isChanged: true };
    },
  });
  if (isChanged) await pushJob({ jobId });
  const saved = openJob(job);
  if (isChanged) void askAfterSave({ owner, input: saved });
  return saved;
}

/** What the schema alone cannot judge. */
const judged = ['webhookUrl', 'successRegex', 'notificationType', 'notificationConfig'] as const;

/** Before the transaction: a refusal is logged on a connection of its own, and nothing waits for that. */
async function checkChanges({
  owner,
  jobId,
  changes,
}: {
  owner: Owner;
  jobId: number;
  changes: Partial<JobInput>;
}) {
  if (!judged.some((name) => changes[name] !== undefined)) return;
  const row = await db().job.findFirst({ where: { id: jobId, ownerId: owner.id, deletedAt: null } });
  if (!row) return;
  const before = jobInputOf(openJob(row));
  const input = { ...before, ...changes };
  // A target that was taken once stays: rules that came later are for the calls to tell.
  const changed = changedFields({ before, after: input });
  if (changed.includes('webhookUrl') || changed.includes('successRegex'))
    await checkInput({ input, owner, jobId });
  if (changed.includes('notificationType') || changed.includes('notificationConfig'))
    await checkChannel({ input, owner, jobId });
}

/** The names of the fields in which two states of a job differ. */
export function changedFields({ before, after }: { before: JobInput; after: JobInput }): (keyof JobInput)[] {
  const names = Object.keys(before) as (keyof JobInput)[];
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}
