import { mailDomain, oneLine } from '#server/mail/job-message.server.ts';
import type { Mail } from '#server/mail/types.ts';
import type { Message } from './message.server.ts';

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
}

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
    text: `${title}\n\n${lines.join('\n')}\n\n${link.label}: ${link.url}\n\n-- \n${why}\nChange it: ${jobUrl}\n`,
    html: [
      '<div style="font:14px/1.5 sans-serif;max-width:36em">',
      `<h1 style="font-size:18px">${escapeHtml(title)}</h1>`,
      ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
      `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`,
      `<p style="font-size:12px">${why} <a href="${escapeHtml(jobUrl)}">Change it</a></p>`,
      '</div>',
    ].join('\n'),
    messageId: `${id}@${mailDomain()}`,
  };
}
