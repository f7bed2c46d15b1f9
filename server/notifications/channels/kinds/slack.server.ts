import { cutText } from '#server/notifications/cut-text.server.ts';
import type { Message } from '#server/notifications/message.server.ts';

/** Slack takes 3,000 characters a section. */
const longestText = 2_900;

/** Slack reads <, > and & as marks: names and verdicts are text (its own rule of escaping). */
export function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The JSON of an incoming webhook; `text` is the whole notification if blocks are not shown. */
export function slackBody({ title, lines, link }: Message): string {
  // Cut before it is escaped too: an escaped text has five times the length at most.
  const plain = escapeSlack(cutText({ text: lines.join('\n'), most: longestText }));
  const linked = `<${link.url}|${escapeSlack(link.label)}>`;
  // Marks of Slack's own around a name would be doubled by marks inside it.
  const bold = escapeSlack(title).replaceAll('*', '∗');
  return JSON.stringify({
    text: `${cut(`${escapeSlack(title)}\n${plain}`)}\n${link.url}`,
    unfurl_links: false,
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: cut(`*${bold}*\n${plain}`), verbatim: true } },
      { type: 'context', elements: [{ type: 'mrkdwn', text: linked, verbatim: true }] },
    ],
  });
}

/** Never inside an entity: Slack would show its first half. */
function cut(text: string): string {
  if (text.length <= longestText) return text;
  return cutText({ text, most: longestText }).replace(/&[a-z]{0,3}…$/, '…');
}
