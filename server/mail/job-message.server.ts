import { env } from '#server/env.server.ts';
import { stopLink } from './stop-token.server.ts';
import type { Mail } from './types.ts';

const longestSubject = 200;

/** A job's mail: its text, and a way to unsubscribe, for people and for mail programs. */
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
    text: `${text}\n\n-- \nSent by a scheduled job on Punctual, ${env().APP_ORIGIN}\nStop emails from this sender: ${stop}\n`,
    headers: {
      'list-unsubscribe': `<${stop}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    },
    messageId: `${webhookId}@${mailDomain()}`,
  };
}

/** A subject of one line, so that no name or variable can add a header. */
export function oneLine(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longestSubject);
}

/** The domain of our message ids. */
export function mailDomain(): string {
  return /@([^\s@<>]+)>?$/.exec(env().MAIL_FROM)?.[1] ?? new URL(env().APP_ORIGIN).hostname;
}
