import { isRetried } from '#domain/job/retry.ts';
import { notificationLimitSeconds } from '#domain/notifications/notification-words.ts';
import { findRecipient } from '#server/mail/find-recipient.server.ts';
import { reserveMailQuota } from '#server/mail/reserve-mail-quota.server.ts';
import { inMailSlot } from '#server/mail/mail-slot.server.ts';
import { sendMail } from '#server/mail/send-mail.server.ts';
import { stopLink } from '#server/mail/stop-token.server.ts';
import { isMailConfigured } from '#server/mail/transport.server.ts';
import type { Mail } from '#server/mail/types.ts';
import {
  channelMail,
  type FailedChannel,
  notificationMail,
} from '#server/notifications/channels/mail-notification.server.ts';
import { textStart } from '#server/notifications/cut-text.server.ts';
import { longestResponse } from '#server/notifications/end-of-call.server.ts';
import { type Message, notificationsUrl } from '#server/notifications/message.server.ts';
import type { Sent } from '#server/notifications/types.ts';

/** Sends a message to the owner of the job: the fallback of a job without a channel. */
export async function sendToOwner({
  message,
  to,
  jobId,
  isEmailVerified,
  failedChannel,
}: {
  message: Message;
  to: string;
  jobId: number;
  isEmailVerified: boolean;
  failedChannel?: FailedChannel | null | undefined;
}): Promise<Sent> {
  if (!isMailConfigured()) return refused('mail_unconfigured');
  if (!isEmailVerified) return refused('email_unconfirmed');
  return deliver(notificationMail({ message, to, jobUrl: notificationsUrl(jobId), failedChannel }));
}

/**
 * Sends a message to every address of a channel, a mail each. It counts as sent once one of them is accepted, because a
 * retry would send it there again; otherwise it is retried while one of them may still be accepted. Addresses that
 * nobody has confirmed get nothing.
 * @param channelName as its owner named it, for the readers of the mail
 */
export async function sendToAddresses({
  message,
  addresses,
  ownerId,
  channelName,
}: {
  message: Message;
  addresses: string[];
  ownerId: number;
  channelName: string;
}): Promise<Sent> {
  if (!isMailConfigured()) return refused('mail_unconfigured');
  const sends = await Promise.all(
    addresses.map(async (to) => {
      const { row, state } = await findRecipient({ ownerId, address: to });
      if (state !== 'confirmed') return { to, ...refused('email_unconfirmed') };
      const mail = channelMail({ message, to, channelName, stopUrl: stopLink(row.id) });
      // The owner's own address is in no quota, and has not been confirmed here.
      return { to, ...(await (row.confirmedAt === null ? deliver(mail) : deliverInQuota(mail))) };
    }),
  );
  const { to: _to, ...decisive } = sends.find(({ errorCode }) => errorCode === null) ??
    sends.find(({ isFinal }) => !isFinal) ??
    sends[0] ?? { to: '', ...refused('email_unconfirmed') };
  const failed = sends.filter(({ errorCode }) => errorCode !== null);
  if (sends.length === 1 || failed.length === 0) return decisive;
  const words = failed.map(({ to, errorCode, response }) => `${to}: ${response ?? errorCode ?? ''}`);
  const response = `Accepted for ${sends.length - failed.length} of ${sends.length} addresses. ${words.join('; ')}`;
  return { ...decisive, response: textStart({ text: response, most: longestResponse }) };
}

/** Sends a mail to somebody else's mailbox, which gets ten an hour over all accounts (security.md section 2). */
async function deliverInQuota(mail: Mail): Promise<Sent> {
  const place = await reserveMailQuota({ address: mail.to });
  if ('fullForMs' in place)
    return { ...refused('email_limited'), isFinal: false, waitMs: Math.max(place.fullForMs, 1_000) };
  const sent = await deliver(mail);
  // After a timeout it may have arrived.
  if (sent.errorCode !== null && sent.errorCode !== 'timeout') await place.giveBack();
  return sent;
}

async function deliver(mail: Mail): Promise<Sent> {
  // The wait and the exchange together are shorter than a delivery's lock on its notification.
  const limitMs = notificationLimitSeconds.email * 1_000;
  const sent = await inMailSlot({ waitMs: limitMs, work: () => sendMail({ mail, timeoutMs: limitMs }) });
  const { error: errorCode, statusCode, reply } = sent ?? { error: 'timeout', statusCode: null, reply: '' };
  return {
    ...{ errorCode, statusCode, waitMs: null },
    isFinal: errorCode === null || !isRetried({ errorCode, statusCode }),
    body: `Subject: ${mail.subject}\n\n${mail.text}`,
    response: textStart({ text: reply, most: longestResponse }) || null,
  };
}

function refused(errorCode: string): Sent {
  return { errorCode, statusCode: null, isFinal: true, waitMs: null };
}
