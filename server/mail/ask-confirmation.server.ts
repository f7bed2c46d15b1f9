import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import type { Owner } from '#server/jobs/types.ts';
import { askerOf } from './check-recipient.server.ts';
import { confirmationMessage } from './confirmation-message.server.ts';
import { findRecipient } from './find-recipient.server.ts';
import { pendingQuestion, refuseQuestion, stopped, withdrawQuestion } from './pending-question.server.ts';
import { sendInPlace } from './send-in-place.server.ts';
import { isMailConfigured, noMailServer } from './transport.server.ts';

const sendLimitMs = 20_000;

/**
 * Asks an address whether an account's jobs may write to it, by a link that works once and for 24 hours.
 * @returns confirmed: nothing was sent, since it is confirmed, or the owner's own
 * @throws AppError conflict (the recipient has stopped our mails, the asker's own address is not verified, or there is
 *   no mail server), rate_limit, external_service_error (the mail server did not take the message,
 *   or did not say so in time)
 */
export async function askConfirmation({
  owner,
  address,
  now = Date.now(),
}: {
  owner: Owner;
  address: string;
  now?: number;
}): Promise<'confirmed' | 'asked'> {
  const { row, state } = await findRecipient({ ownerId: owner.id, address, now });
  if (state === 'confirmed') return 'confirmed';
  if (state === 'stopped') throw stopped();
  if (!isMailConfigured()) throw new AppError('conflict', { message: noMailServer });
  const from = await askerOf({ ownerId: owner.id });
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashToken(token);
  await pendingQuestion({ recipient: row, address, tokenHash, now });
  const mail = confirmationMessage({ to: address, from, token, recipientId: row.id });
  const { error, mayHaveArrived } = await sendInPlace({ mail, limitMs: sendLimitMs });
  if (error === null) return 'asked';
  if (error === 'email_refused') await refuseQuestion({ tokenHash, now });
  else if (!mayHaveArrived) await withdrawQuestion({ tokenHash });
  if (error === 'email_limited')
    throw new AppError('rate_limit', { message: 'This address has reached its email limit for this hour.' });
  throw new AppError('external_service_error', {
    message: mayHaveArrived
      ? 'The mail server did not say in time whether it accepted the message. It may still arrive; if not, ask again tomorrow.'
      : 'The mail server did not accept the message. Check the address and try again later.',
    cause: error,
  });
}

/** As the row keeps it: whoever reads the table cannot confirm. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
