import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import { confirmationMessageId } from '#domain/ids.ts';
import { hourMs } from '#domain/time/units.ts';
import { env } from '#server/env.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { askerOf } from './check-recipient.server.ts';
import { findRecipient } from './find-recipient.server.ts';
import { mailDomain } from './job-message.server.ts';
import { pendingQuestion, refuseQuestion, stopped, withdrawQuestion } from './pending-question.server.ts';
import { sendInPlace } from './send-in-place.server.ts';
import { stopLink } from './stop-token.server.ts';
import { isMailConfigured, noMailServer } from './transport.server.ts';
import type { Mail } from './types.ts';

const sendLimitMs = 20_000;

const senders = { job: 'scheduled job', channel: 'notification channel' };
type Asking = keyof typeof senders;

/**
 * Sends an address the question if an account's jobs may write to it, with a link that works once and for 24 hours.
 * @returns confirmed: nothing was sent, because it is confirmed, or the owner's own
 * @throws AppError conflict (the recipient has stopped our mails, the owner's address is not verified, or there is no
 *   mail server), rate_limit, external_service_error (the mail server did not accept the message in time)
 */
export async function askConfirmation({
  owner,
  address,
  what = 'job',
  now = Date.now(),
}: {
  owner: Owner;
  address: string;
  /** The sender that the question names. */
  what?: Asking;
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
  const mail = confirmationMessage({ to: address, from, what, token, recipientId: row.id });
  const { error, mayHaveArrived } = await sendInPlace({ mail, limitMs: sendLimitMs });
  if (error === null) return 'asked';
  if (error === 'email_refused') await refuseQuestion({ tokenHash, now });
  else if (!mayHaveArrived) await withdrawQuestion({ tokenHash });
  if (error === 'email_limited')
    throw new AppError('rate_limit', {
      message: 'This address has reached its email limit for this hour.',
      details: { retry_after: hourMs / 1_000 },
    });
  throw new AppError('external_service_error', {
    message: mayHaveArrived
      ? 'The mail server did not say in time whether it accepted the message. It may still arrive; if not, ask again tomorrow.'
      : 'The mail server did not accept the message. Check the address and try again later.',
    cause: error,
  });
}

/** The stored form: a reader of the table cannot confirm. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/**
 * The request for permission to send jobs' emails to an address. It names the sender and contains nothing of the job.
 */
function confirmationMessage({
  to,
  from,
  what,
  token,
  recipientId,
}: {
  to: string;
  /** The address of the asking account. */
  from: string;
  what: Asking;
  token: string;
  recipientId: number;
}): Mail {
  const { APP_ORIGIN } = env();
  const stop = stopLink(recipientId);
  return {
    to,
    subject: 'May Punctual write to you?',
    text: [
      `${from} has set up a ${senders[what]} on Punctual that sends emails to this address.`,
      '',
      'To allow it, open this link within 24 hours and confirm:',
      `${APP_ORIGIN}/mail/confirm/${token}`,
      '',
      `If you do nothing, you won't get any emails from this ${what}.`,
      `Stop requests from this sender: ${stop}`,
      '',
      '-- ',
      `Punctual, ${APP_ORIGIN}`,
      '',
    ].join('\n'),
    headers: {
      'list-unsubscribe': `<${stop}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    },
    messageId: confirmationMessageId({ uuid: randomUUID(), domain: mailDomain() }),
  };
}
