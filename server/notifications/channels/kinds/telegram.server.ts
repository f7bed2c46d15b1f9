import { env } from '#server/env.server.ts';
import { fitText, shownLine, shownText } from '#server/notifications/fit-text.server.ts';
import type { Message } from '#server/notifications/message.server.ts';
import { type ChannelSender, mostToDestination } from './channel-sender.server.ts';
import { jsonBody, classifyResponse, secondsToMs } from './classify-response.server.ts';
import { notificationHeaders } from './notification-headers.server.ts';

// 4,096 characters after the tags are read (https://core.telegram.org/bots/api#sendmessage); here with them.
const longestMessage = 4_096;
const longestTitle = 1_000;

const icons = { error: '🔴', warning: '🟠', success: '🟢', info: '🔵' };
const wordJoiner = '\u2060';

/** Errors that last until the chat or the bot is changed. */
const permanentErrors =
  /chat not found|chat was (?:deactivated|deleted)|user not found|upgraded to a supergroup|not enough rights|have no rights|need administrator rights|PEER_ID_INVALID|CHAT_WRITE_FORBIDDEN|TOPIC_(?:CLOSED|DELETED)|bot was (?:blocked|kicked)/i;

/**
 * Text for `parse_mode: HTML` (https://core.telegram.org/bots/api#html-style). A name after an @ would notify whoever has
 * it, and a slash would offer a command: an invisible character keeps both from being read as such.
 */
export function escapeTelegram(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/(^|[^\p{L}\p{N}_])([@/#$])(?=[\p{L}\p{N}_])/gu, `$1$2${wordJoiner}`);
}

export function telegramBody({ message, chatId }: { message: Message; chatId: string }): string {
  const { title, lines, link, severity } = message;
  const head = fitText({ text: shownLine(title), most: longestTitle, render: escapeTelegram });
  const url = link.url.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const start = `${icons[severity]} <b>${head}</b>\n`;
  const end = `\n<a href="${url}">${escapeTelegram(shownLine(link.label))}</a>`;
  const most = longestMessage - start.length - end.length;
  const text = fitText({ text: shownText(lines.join('\n')), most, render: escapeTelegram });
  return JSON.stringify({
    chat_id: chatId,
    text: `${start}${text}${end}`,
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  });
}

/** https://core.telegram.org/bots/api#making-requests */
export const telegramSender: ChannelSender<'telegram'> = {
  request: ({ message, config: { botToken, chatId } }) => ({
    url: `${env().TELEGRAM_API}/bot${botToken}/sendMessage`,
    headers: notificationHeaders(),
    payload: telegramBody({ message, chatId }),
  }),
  classify: (result) =>
    classifyResponse(result, {
      isRefusal: (response) => jsonBody(response)?.['ok'] === false,
      isPermanent: (response) => permanentErrors.test(String(jsonBody(response)?.['description'])),
      waitMs: (response) => {
        const parameters = jsonBody(response)?.['parameters'] as { retry_after?: unknown } | undefined;
        return secondsToMs(parameters?.retry_after);
      },
    }),
  // One message a second and chat, 20 a minute and group: https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this
  pace: { gapMs: 1_000, perMinute: mostToDestination, isCombined: true },
};
