import type { JobInput } from '#domain/job/job.ts';
import { pushJob } from '#server/engine/relay/push-job.server.ts';
import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';
import { savesOf } from '#server/jobs/access/owner-turns.server.ts';
import { checkExternalId } from '#server/jobs/saving/check-external-id.server.ts';
import { checkJobInput } from '#server/jobs/saving/check-input.server.ts';
import { insertJob } from '#server/jobs/saving/insert-job.server.ts';
import type { DecryptedJob, Owner } from '#server/jobs/types.ts';
import { decryptJob } from '#server/jobs/versions/decrypt-job.server.ts';
import { askAfterSave } from '#server/mail/ask-after-save.server.ts';
import { checkChannel } from '#server/notifications/channels/check-channel.server.ts';

/**
 * Saves a job and pushes it to the engine. The save succeeds even if Temporal is down.
 * @throws AppError authorization_error: the owner's plan has no room for another job (D38)
 * @throws AppError validation_error: the target, the pattern or the external id is refused
 */
export async function createJob({ owner, input }: { owner: Owner; input: JobInput }): Promise<DecryptedJob> {
  await checkJobInput({ input, owner });
  await checkChannel({ input, owner });
  const job = await savesOf(owner.id).$transaction(async (tx) => {
    // Lock before counting: otherwise two requests both see nine jobs and both add a tenth.
    const { tier } = await lockOwner({ tx, ownerId: owner.id });
    await checkExternalId({ tx, ownerId: owner.id, jobId: null, externalId: input.externalId });
    return insertJob({ tx, owner, tier, input });
  });
  await pushJob({ jobId: job.id });
  void askAfterSave({ owner, input });
  return decryptJob(job);
}
