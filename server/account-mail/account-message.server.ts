import { accountMailWords, type AccountMailStory } from '#domain/notifications/account-mail-words.ts';
import { isOptionalMail } from '#domain/notifications/account-mail.ts';
import { env } from '#server/env.server.ts';
import { renderEmail } from '#server/mail/email-template.server.ts';
import { mailDomain, oneLine } from '#server/mail/job-message.server.ts';
import type { Mail } from '#server/mail/types.ts';
import { unsubscribeLink } from './unsubscribe-token.server.ts';

/** A mail about an account. An optional one has a one-click unsubscribe link, also for mail programs (RFC 8058). */
export function accountMessage({
  to,
  userId,
  mailId,
  story,
}: {
  to: string;
  userId: number;
  /** Id of the first one of the batch. */
  mailId: number;
  story: AccountMailStory;
}): Mail {
  const { title, lines, link, why } = accountMailWords(story);
  const { kind } = story;
  const stop = isOptionalMail(kind) ? unsubscribeLink({ userId, kind }) : null;
  return {
    to,
    subject: oneLine(title),
    ...renderEmail({
      title,
      lines,
      link: { label: link.label, url: env().APP_ORIGIN + link.path },
      why,
      change: stop === null ? null : { label: 'Stop these emails', url: stop },
    }),
    ...(stop !== null && {
      headers: {
        'list-unsubscribe': `<${stop}>`,
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      },
    }),
    messageId: `account_${mailId}@${mailDomain()}`,
  };
}
