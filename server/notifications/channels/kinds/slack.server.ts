import { cutText } from '#server/notifications/cut-text.server.ts';
import { shownText } from '#server/notifications/fit-text.server.ts';
import type { Message } from '#server/notifications/message.server.ts';
import { type ChannelSender, mostToDestination } from './channel-sender.server.ts';
import { jsonBody, classifyResponse } from './classify-response.server.ts';
import { notificationHeaders } from './notification-headers.server.ts';

/** Slack takes 3,000 characters a section. */
const longestText = 2_900;

/** Slack reads <, > and & as marks: names and verdicts are text (its own rule of escaping). */
export function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The JSON of an incoming webhook; `text` is the whole notification if blocks are not shown. */
export function slackBody(message: Pick<Message, 'title' | 'lines' | 'link'>): string {
  const { link } = message;
  const [title, text] = [shownText(message.title), shownText(message.lines.join('\n'))];
  // Cut before it is escaped too: an escaped text has five times the length at most.
  const plain = escapeSlack(cutText({ text, most: longestText }));
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

/**
 * Errors of an incoming webhook that no later message will pass
 * (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/#handling_errors).
 */
const permanentErrors =
  /^(?:no_service(?:_id)?|no_active_hooks|no_team|team_disabled|invalid_token|channel_not_found|channel_is_archived|user_not_found|action_prohibited|posting_to_general_channel_denied)\b/;
/** Errors of a message; Slack itself says "ok" to a delivered one, its compatible servers say other words. */
const messageErrors = /^(?:invalid|missing|no|too_many)_[a-z_]+\s*$/;

/** Slack and the servers that take its JSON. */
export const slackSender: ChannelSender<'slack'> = {
  request: ({ message, config: { url } }) => ({
    ...{ url, headers: notificationHeaders(), payload: slackBody(message) },
  }),
  classify: (result) =>
    classifyResponse(result, {
      isRefusal: (response) =>
        jsonBody(response)?.['ok'] === false ||
        permanentErrors.test(response.body) ||
        messageErrors.test(response.body),
      isPermanent: ({ body }) => permanentErrors.test(body),
      isPassing: ({ body }) => /^(?:rollup_error|rate_limited)\b/.test(body),
    }),
  // https://docs.slack.dev/apis/web-api/rate-limits: one message a second for each webhook.
  pace: { gapMs: 1_000, perMinute: mostToDestination, isCombined: true },
};
