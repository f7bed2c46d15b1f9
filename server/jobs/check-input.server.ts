import { AppError } from '#domain/errors.ts';
import type { JobInput } from '#domain/job.ts';
import type { Owner } from '#server/jobs/types.ts';
import { checkRecipient } from '#server/mail/check-recipient.server.ts';
import { isMailConfigured, noMailServer } from '#server/mail/transport.server.ts';
import { checkPattern } from '#server/outbound/check-pattern.server.ts';
import { checkTarget } from '#server/outbound/check-target.server.ts';
import { recordRefusal } from '#server/outbound/record-refusal.server.ts';

/**
 * The rules of a save that the schema cannot judge: written addresses, who may ask a
 * recipient, and RE2 syntax (D14).
 * @throws AppError validation_error that names the field; a target on our side of the wall is logged
 */
export async function checkInput({
  input: { webhookUrl: url, successRegex },
  owner,
  jobId = null,
}: {
  input: Pick<JobInput, 'webhookUrl' | 'successRegex'>;
  owner: Pick<Owner, 'id' | 'request'>;
  jobId?: number | null;
}): Promise<void> {
  if (/^mailto:/i.test(url) && !isMailConfigured())
    throw new AppError('validation_error', { message: noMailServer, details: { webhookURL: noMailServer } });
  try {
    checkTarget({ url });
  } catch (error) {
    if (error instanceof AppError) {
      const { id: actorId, request } = owner;
      await recordRefusal({ reason: error.cause, url, actorId, subjectId: jobId, request });
    }
    throw error;
  }
  await checkRecipient({ ownerId: owner.id, url });
  if (successRegex !== null) await checkPattern({ pattern: successRegex, ownerId: owner.id });
}
