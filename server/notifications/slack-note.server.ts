import type { Message } from './message.server.ts';

const longestText = 2_900;

/** Slack reads <, > and & as marks: names and verdicts are text (its own rule of escaping). */
export function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The JSON of an incoming webhook; `text` is the whole note where blocks are not shown. */
export function slackBody({ title, lines, link }: Message): string {
  const plain = lines.map(escapeSlack).join('\n');
  const linked = `<${link.url}|${escapeSlack(link.label)}>`;
  // Marks of Slack's own around a name would be doubled by marks inside it.
  const bold = escapeSlack(title).replaceAll('*', '∗');
  return JSON.stringify({
    text: cut(`${escapeSlack(title)}\n${plain}\n${link.url}`),
    unfurl_links: false,
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: cut(`*${bold}*\n${plain}`), verbatim: true } },
      { type: 'context', elements: [{ type: 'mrkdwn', text: linked, verbatim: true }] },
    ],
  });
}

function cut(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}…`;
}
