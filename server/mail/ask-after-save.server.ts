import { AppError } from '#domain/errors.ts';
import type { JobInput } from '#domain/job/job.ts';
import { errorFields } from '#server/error-text.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { log } from '#server/log.server.ts';
import { askConfirmation } from './ask-confirmation.server.ts';
import { mailTarget } from './mail-target.server.ts';
import { readRecipient } from './read-recipient.server.ts';

/**
 * Sends the confirmation request for a saved email job, unless it was sent before. Runs in the background and never
 * throws: the job's page shows the state, and can send it again.
 */
export async function askAfterSave({
  owner,
  input: { type, webhookUrl },
}: {
  owner: Owner;
  input: Pick<JobInput, 'type' | 'webhookUrl'>;
}): Promise<void> {
  const target = type === 'email' ? mailTarget(webhookUrl) : null;
  if (!target) return;
  const { address } = target;
  try {
    const { state } = await readRecipient({ ownerId: owner.id, address });
    if (state === 'unconfirmed') await askConfirmation({ owner, address });
  } catch (error) {
    if (error instanceof AppError) return;
    log().error({ ownerId: owner.id, ...errorFields(error) }, 'no question was sent');
  }
}
