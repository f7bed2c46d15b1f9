import { bytesInJson } from '#server/notifications/cut-text.server.ts';
import { fitText, shownLine, shownText } from '#server/notifications/fit-text.server.ts';
import type { Message } from '#server/notifications/message.server.ts';
import { type ChannelSender, mostToDestination } from './channel-sender.server.ts';
import { jsonBody, classifyResponse } from './classify-response.server.ts';
import { notificationHeaders } from './notification-headers.server.ts';

// A message has 4,096 bytes at most, and the server reads twice as many of JSON
// (https://docs.ntfy.sh/publish/#limitations): the texts count as they are written in it.
const mostMessageBytes = 4_000;
const mostTitleBytes = 250;

/** 5 is an alarm that breaks through silence, 3 the default (https://docs.ntfy.sh/publish/#message-priority). */
const priorities = { error: 4, warning: 3, success: 3, info: 3 };
/** Shown as emoji (https://docs.ntfy.sh/emojis/). */
const tags = { error: 'rotating_light', warning: 'warning', success: 'white_check_mark', info: 'bell' };

/** https://docs.ntfy.sh/publish/#publish-as-json; without `markdown`, every text is shown as it is. */
export function ntfyBody({ message, topic }: { message: Message; topic: string }): string {
  const { title, lines, link, severity } = message;
  const head = fitText({ text: shownLine(title), most: mostTitleBytes, size: bytesInJson });
  const text = fitText({ text: shownText(lines.join('\n')), most: mostMessageBytes, size: bytesInJson });
  return JSON.stringify({
    topic,
    title: head,
    // An empty message is replaced by the word "triggered".
    message: text.trim() === '' ? head : text,
    tags: [tags[severity]],
    priority: priorities[severity],
    click: link.url,
    actions: [{ action: 'view', label: link.label, url: link.url }],
  });
}

export const ntfySender: ChannelSender<'ntfy'> = {
  request: ({ message, config: { server, topic, accessToken } }) => ({
    url: `${server}/`,
    headers: {
      ...notificationHeaders(),
      ...(accessToken !== null && { authorization: `Bearer ${accessToken}` }),
    },
    payload: ntfyBody({ message, topic }),
  }),
  classify: (result) =>
    classifyResponse(result, {
      // Any web server may accept a POST: only ntfy returns the message.
      isRefusal: (response) => !response.isTruncated && typeof jsonBody(response)?.['id'] !== 'string',
      isPermanent: ({ statusCode }) => statusCode < 300,
      // A topic for apps (UnifiedPush) without a subscriber.
      isPassing: ({ statusCode }) => statusCode === 507,
    }),
  // 60 requests, then one in 5 s, for each visitor (https://docs.ntfy.sh/publish/#limitations): see `ntfyVisitor`.
  pace: { gapMs: 0, perMinute: mostToDestination, isCombined: true },
};

/** Requests of one visitor in a minute that ntfy takes without end. */
export const mostOfNtfyVisitor = 12;

/**
 * The visitor that ntfy counts a message for: the account of the access token, else our address, which all accounts of
 * Punctual share.
 */
export function ntfyVisitor({ server, accessToken }: { server: string; accessToken: string | null }): string {
  return `ntfy ${server} ${accessToken ?? 'anonymous'}`;
}
