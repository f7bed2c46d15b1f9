import { fitText, shownLine, shownText } from '#server/notifications/fit-text.server.ts';
import type { Message } from '#server/notifications/message.server.ts';
import { type ChannelSender, mostToDestination } from './channel-sender.server.ts';
import { classifyResponse } from './classify-response.server.ts';
import { notificationHeaders } from './notification-headers.server.ts';

// A message has 32,000 bytes at most, its text 4,096 characters
// (https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create).
const longestTitle = 200;
const longestText = 4_000;

const icons = { error: '🔴', warning: '🟠', success: '🟢', info: '🔵' };

/** Text of a card is HTML with few tags (https://developers.google.com/workspace/chat/format-messages#card-formatting). */
export function escapeCard(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * A card, and a plain text of it for notifications. A text message has marks that cannot be escaped: a name such as
 * `<users/all>` would mention everybody.
 */
export function googleChatBody({ title, lines, link, severity, id }: Message): string {
  const head = fitText({ text: shownLine(title), most: longestTitle });
  const text = fitText({ text: shownText(lines.join('\n')), most: longestText, render: escapeCard });
  return JSON.stringify({
    fallbackText: head,
    cardsV2: [
      {
        cardId: id,
        card: {
          header: { title: `${icons[severity]} ${head}` },
          sections: [
            {
              widgets: [
                ...(text === '' ? [] : [{ textParagraph: { text } }]),
                { buttonList: { buttons: [{ text: link.label, onClick: { openLink: { url: link.url } } }] } },
              ],
            },
          ],
        },
      },
    ],
  });
}

/** https://developers.google.com/workspace/chat/quickstart/webhooks */
export const googleChatSender: ChannelSender<'google_chat'> = {
  request: ({ message, config: { url } }) => ({
    ...{ url, headers: notificationHeaders(), payload: googleChatBody(message) },
  }),
  classify: (result) =>
    classifyResponse(result, {
      // A wrong key is a 400 like a wrong message.
      isPermanent: ({ body }) => /API_KEY_INVALID|API key (?:not valid|expired)/i.test(body),
    }),
  // One message a second and space: https://developers.google.com/workspace/chat/limits#per-space-quotas
  pace: { gapMs: 1_000, perMinute: mostToDestination, isCombined: true },
};
