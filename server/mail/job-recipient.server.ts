import { AppError } from '#domain/errors.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { askConfirmation } from './ask-confirmation.server.ts';
import { mailTarget } from './mail-target.server.ts';
import { readRecipient, type RecipientState } from './read-recipient.server.ts';

/** Whom an email job writes to, and whether it may; null for any other job. */
export async function jobRecipient({
  ownerId,
  url,
}: {
  ownerId: number;
  url: string;
}): Promise<{ address: string; state: RecipientState } | null> {
  const target = mailTarget(url);
  if (!target) return null;
  const { address } = target;
  const { state } = await readRecipient({ ownerId, address });
  return { address, state };
}

/**
 * Sends the confirmation question to the address of an email job.
 * @throws AppError not_found, conflict (no email job, or as askConfirmation), rate_limit, external_service_error
 */
export async function askJobRecipient({ owner, jobId }: { owner: Owner; jobId: number }) {
  const { job } = await getJob({ owner, jobId });
  const target = mailTarget(job.webhookUrl);
  if (!target) throw new AppError('conflict', { message: 'This job sends no email.' });
  return askConfirmation({ owner, address: target.address });
}
