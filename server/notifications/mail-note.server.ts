import { mailDomain, oneLine } from '#server/mail/job-message.server.ts';
import { letterParts } from '#server/mail/letter.server.ts';
import type { Mail } from '#server/mail/types.ts';
import type { Message } from './message.server.ts';

/**
 * A note as a mail to the owner of the job.
 * @param jobUrl where they give the job a channel, or end its notes
 */
export function noteMail({ message, to, jobUrl }: { message: Message; to: string; jobUrl: string }): Mail {
  const { title, lines, link, id } = message;
  const why = 'You get this mail because a job of yours has no other channel for its notes.';
  return {
    to,
    subject: oneLine(title),
    ...letterParts({ title, lines, link, why, change: { label: 'Change it', url: jobUrl } }),
    messageId: `${id}@${mailDomain()}`,
  };
}
