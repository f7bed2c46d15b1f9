import { randomUUID } from 'node:crypto';
import { confirmationMessageId } from '#domain/ids.ts';
import { env } from '#server/env.server.ts';
import { mailDomain } from './job-message.server.ts';
import { stopLink } from './stop-token.server.ts';
import type { Mail } from './types.ts';

/**
 * The request for permission to send jobs' emails to an address. It names the sender and contains nothing of the job.
 */
export function confirmationMessage({
  to,
  from,
  token,
  recipientId,
}: {
  to: string;
  /** The address of the account that asks. */
  from: string;
  token: string;
  recipientId: number;
}): Mail {
  const { APP_ORIGIN } = env();
  const stop = stopLink(recipientId);
  return {
    to,
    subject: 'May Punctual write to you?',
    text: [
      `${from} has set up a scheduled job on Punctual that sends emails to this address.`,
      '',
      'To allow it, open this link within 24 hours and confirm:',
      `${APP_ORIGIN}/mail/confirm/${token}`,
      '',
      "If you do nothing, you won't get any emails from this job.",
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
