import { renderEmail } from '#server/mail/email-template.server.ts';
import { mailDomain, oneLine } from '#server/mail/job-message.server.ts';
import type { Mail } from '#server/mail/types.ts';
import type { Message } from '#server/notifications/message.server.ts';

/**
 * A notification as a mail to an address of a channel. The person behind it may have no account: the mail has a link that
 * ends all mails of this sender.
 * @param channelName as its owner named it
 * @param stopUrl the link, for people and for mail programs (RFC 8058)
 */
export function channelMail({
  message: { title, lines, link, id },
  to,
  channelName,
  stopUrl,
}: {
  message: Message;
  to: string;
  channelName: string;
  stopUrl: string;
}): Mail {
  return {
    to,
    subject: oneLine(title),
    ...renderEmail({
      ...{ title, lines, link },
      why: `You're getting this because this address belongs to the notification channel ${oneLine(channelName)}.`,
      change: { label: 'Stop emails from this sender', url: stopUrl },
    }),
    headers: {
      'list-unsubscribe': `<${stopUrl}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    },
    messageId: `${id}@${mailDomain()}`,
  };
}

/** A channel that failed a notification, for its owner. */
export interface FailedChannel {
  /** "Slack" */
  name: string;
  /** Host of its URL. */
  host: string;
  /** A sentence. */
  reason: string;
}

/**
 * A notification as a mail to the owner of the job.
 * @param jobUrl the page where the owner can set a channel or turn notifications off
 * @param failedChannel the channel that failed before
 */
export function notificationMail({
  message,
  to,
  jobUrl,
  failedChannel = null,
}: {
  message: Message;
  to: string;
  jobUrl: string;
  failedChannel?: FailedChannel | null | undefined;
}): Mail {
  const { title, lines, link, id } = message;
  const why = failedChannel
    ? "You're getting this because a notification could not be delivered. We send at most one such email a day, across all your jobs."
    : "You're getting this because the job has no other notification channel.";
  const failed = failedChannel
    ? [
        `This notification could not be delivered to ${failedChannel.name} at ${failedChannel.host} and will not be retried. ${failedChannel.reason}`,
      ]
    : [];
  return {
    to,
    subject: oneLine(title),
    ...renderEmail({
      ...{ title, lines: [...lines, ...failed], link, why },
      change: { label: 'Change notifications', url: jobUrl },
    }),
    messageId: `${id}@${mailDomain()}`,
  };
}
