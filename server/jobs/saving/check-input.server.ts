import { AppError } from '#domain/errors.ts';
import type { JobInput } from '#domain/job/job.ts';
import { readWatchedPart } from '#domain/job/watched-part.ts';
import type { Owner } from '#server/jobs/types.ts';
import { checkRecipient } from '#server/mail/check-recipient.server.ts';
import { isMailConfigured, noMailServer } from '#server/mail/transport.server.ts';
import { checkTarget } from '#server/outbound/guard/check-target.server.ts';
import { recordRefusal } from '#server/outbound/guard/record-refusal.server.ts';
import { checkPattern } from '#server/outbound/response/check-pattern.server.ts';

/**
 * Checks a save beyond the schema: written addresses, permission to ask a recipient, and RE2 syntax (D14).
 * @throws AppError validation_error that names the field; a target on our side of the wall is logged
 */
export async function checkJobInput({
  input: { webhookUrl: url, successRegex, auth = null, answerWatch = null },
  owner,
  jobId = null,
}: {
  input: Pick<JobInput, 'webhookUrl' | 'successRegex'> & Partial<Pick<JobInput, 'auth' | 'answerWatch'>>;
  owner: Pick<Owner, 'id' | 'request'>;
  jobId?: number | null;
}): Promise<void> {
  if (/^mailto:/i.test(url) && !isMailConfigured())
    throw new AppError('validation_error', { message: noMailServer, details: { webhookURL: noMailServer } });
  await checkOrRecord({ target: { url }, owner, jobId });
  if (auth?.type === 'oauth2')
    await checkOrRecord({ target: { url: auth.tokenUrl, field: 'auth' }, owner, jobId });
  await checkRecipient({ ownerId: owner.id, url });
  if (successRegex !== null) await checkPattern({ pattern: successRegex, ownerId: owner.id });
  const watched = answerWatch === null ? null : readWatchedPart(answerWatch);
  if (watched && 'pattern' in watched)
    await checkPattern({ pattern: watched.pattern, ownerId: owner.id, field: 'answerWatch' });
}

async function checkOrRecord({
  target,
  owner: { id: actorId, request },
  jobId,
}: {
  target: Parameters<typeof checkTarget>[0];
  owner: Pick<Owner, 'id' | 'request'>;
  jobId: number | null;
}): Promise<void> {
  try {
    checkTarget(target);
  } catch (error) {
    if (error instanceof AppError)
      await recordRefusal({ reason: error.cause, url: target.url, actorId, subjectId: jobId, request });
    throw error;
  }
}
