import type { JobInput } from '#domain/job.ts';
import { databaseNow } from '#server/database-now.server.ts';
import { db } from '#server/db.server.ts';
import { pushJob } from '#server/engine/push-job.server.ts';
import { setNextRun } from '#server/executions/set-next-run.server.ts';
import { askAfterSave } from '#server/mail/ask-after-save.server.ts';
import { checkChannel } from '#server/notifications/check-channel.server.ts';
import { checkInput } from '#server/jobs/check-input.server.ts';
import { checkRoom } from '#server/jobs/check-room.server.ts';
import { lockOwner } from '#server/jobs/lock-owner.server.ts';
import { openJob } from '#server/jobs/open-job.server.ts';
import { recordJobChange } from '#server/jobs/record-job-change.server.ts';
import { saveVersion } from '#server/jobs/save-version.server.ts';
import { sealJob } from '#server/jobs/seal-job.server.ts';
import type { OpenJob, Owner } from '#server/jobs/types.ts';

/**
 * Saves a job and tells the engine about it; Temporal being down does not fail the save.
 * @throws AppError authorization_error: the owner's plan has no room for another job (D38)
 * @throws AppError validation_error: the target or the pattern is refused
 */
export async function createJob({ owner, input }: { owner: Owner; input: JobInput }): Promise<OpenJob> {
  await checkInput({ input, owner });
  await checkChannel({ input, owner });
  const job = await db().$transaction(async (tx) => {
    // Lock before counting: otherwise two requests both see nine jobs and both add a tenth.
    const { tier } = await lockOwner({ tx, ownerId: owner.id });
    await checkRoom({ tx, ownerId: owner.id, tier, from: null, to: input.status });
    const saved = await tx.job.create({
      data: {
        ...sealJob({ input, ownerId: owner.id }),
        desiredVersion: 1,
        applyAfter: await databaseNow({ tx }),
      },
    });
    await saveVersion({ tx, job: saved, changedById: owner.id, summary: 'created' });
    await setNextRun({ tx, job: saved });
    await recordJobChange({ tx, owner, jobId: saved.id });
    return saved;
  });
  await pushJob({ jobId: job.id });
  void askAfterSave({ owner, input });
  return openJob(job);
}
