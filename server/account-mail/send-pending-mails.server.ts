import { isRetried } from '#domain/job/retry.ts';
import { notificationLimitSeconds } from '#domain/notifications/notification-words.ts';
import { db } from '#server/database/db.server.ts';
import { retryUntilCommitted } from '#server/database/retry-until-committed.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { inMailSlot } from '#server/mail/mail-slot.server.ts';
import { sendMail } from '#server/mail/send-mail.server.ts';
import { isMailConfigured } from '#server/mail/transport.server.ts';
import type { Mail } from '#server/mail/types.ts';
import { accountMessage } from './account-message.server.ts';
import { claimMails, mailHoldMs, type PendingMail } from './claim-mails.server.ts';
import { endMails, type SentMail } from './end-mails.server.ts';
import { mailStory } from './mail-story.server.ts';

/**
 * Sends due account emails, once each. A failed one is retried, then fails for good (endMails says when); an irrelevant
 * one is not sent.
 * @param isOver checked between two rounds: the rest waits for the next run
 * @returns number of emails that ended, sent or not
 * @throws Error if the database is down: claimed emails are claimed again a minute later
 */
export async function sendPendingMails({ isOver }: { isOver: () => boolean }): Promise<number> {
  let ended = 0;
  while (!isOver()) {
    const claimed = await claimMails();
    if (claimed.length === 0) break;
    const counts = await Promise.all(claimed.map((mails) => sendAndEnd(mails)));
    ended += counts.reduce((all, count) => all + count, 0);
  }
  return ended;
}

async function sendAndEnd(mails: PendingMail[]): Promise<number> {
  const began = performance.now();
  const sent = await send(mails);
  return retryUntilCommitted({
    write: () => endMails({ mails, sent }),
    onError: (error) =>
      log().warn(errorFields(error), 'The result of an account email could not be recorded yet.'),
    limitMs: began + mailHoldMs - performance.now(),
  });
}

const dropped = (errorCode: string): SentMail => ({ errorCode, isFinal: true, hasError: false });

async function send(mails: PendingMail[]): Promise<SentMail> {
  if (!isMailConfigured()) return dropped('mail_unconfigured');
  try {
    const mail = await written(mails);
    return typeof mail === 'string' ? dropped(mail) : await handOff(mail);
  } catch (error) {
    // A failing email must not block the others: it is retried, then fails.
    log().error(errorFields(error), 'A mail about an account could not be written.');
    return { errorCode: 'worker_lost', isFinal: false, hasError: true };
  }
}

/** The message, or why there is none. */
async function written([first, ...more]: PendingMail[]): Promise<Mail | 'obsolete' | 'email_unconfirmed'> {
  if (!first) return 'obsolete';
  const { userId } = first;
  const user = await db().user.findUnique({ where: { id: userId }, include: { subscription: true } });
  if (!user || user.deletedAt || user.suspendedAt) return 'obsolete';
  if (!user.emailVerified) return 'email_unconfirmed';
  const story = await mailStory({ mails: [first, ...more], user });
  return story ? accountMessage({ to: user.email, userId, mailId: first.id, story }) : 'obsolete';
}

/** The wait for a connection and the exchange together are shorter than a mail is held. */
async function handOff(mail: Mail): Promise<SentMail> {
  const limitMs = notificationLimitSeconds.email * 1_000;
  const work = () => sendMail({ mail, timeoutMs: limitMs });
  const said = (await inMailSlot({ waitMs: limitMs, work })) ?? {
    error: 'timeout' as const,
    statusCode: null,
  };
  const { error: errorCode, statusCode } = said;
  const isFinal = errorCode === null || !isRetried({ errorCode, statusCode });
  return { errorCode, isFinal, hasError: true };
}
