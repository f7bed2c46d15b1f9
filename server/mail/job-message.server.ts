import { env } from '#server/env.server.ts';
import { stopLink } from './stop-token.server.ts';
import type { Mail } from './types.ts';

const longestSubject = 200;

/** The mail of a job: its text, and how whoever gets it can end such mails, for people and for their programs. */
export function jobMessage({
  to,
  subject,
  text,
  recipientId,
  webhookId,
}: {
  to: string;
  subject: string;
  text: string;
  recipientId: number;
  webhookId: string;
}): Mail {
  const stop = stopLink(recipientId);
  return {
    to,
    subject: oneLine(subject),
    text: `${text}\n\n-- \nSent by a scheduled job on Punctual, ${env().APP_ORIGIN}\nStop mails of this sender: ${stop}\n`,
    headers: {
      'list-unsubscribe': `<${stop}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    },
    messageId: `${webhookId}@${mailDomain()}`,
  };
}

/** A subject of one line: whatever a name or a variable holds, it adds no header. */
export function oneLine(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longestSubject);
}

/** The domain our message ids stand under. */
export function mailDomain(): string {
  return /@([^\s@<>]+)>?$/.exec(env().MAIL_FROM)?.[1] ?? new URL(env().APP_ORIGIN).hostname;
}
