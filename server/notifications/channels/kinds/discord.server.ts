import { fitText, shownLine, shownText } from '#server/notifications/fit-text.server.ts';
import type { Message } from '#server/notifications/message.server.ts';
import { type ChannelSender, mostToDestination } from './channel-sender.server.ts';
import { jsonBody, classifyResponse, secondsToMs } from './classify-response.server.ts';
import { notificationHeaders } from './notification-headers.server.ts';

// https://docs.discord.com/developers/resources/message#embed-object-embed-limits: 6,000 characters in all.
const longestTitle = 256;
const longestDescription = 4_096;
/** With the title and the link below 6,000, and short enough to be read. */
const longestText = 3_500;

const colors = { error: 0xd92d20, warning: 0xdc6803, success: 0x079455, info: 0x1570ef };

/** Errors in the body that no later message will pass: no such channel, webhook or thread; a forum without a thread. */
const permanentCodes = new Set([10003, 10015, 50001, 50013, 50027, 220001]);

/**
 * A text without Discord's marks: emphasis, links, mentions, lists, headings and bare addresses are shown as they are
 * written (https://support.discord.com/hc/en-us/articles/210298617). An indent excludes
 * every line terminator of the flag m; otherwise a run of them takes quadratic time.
 */
export function escapeDiscord(text: string): string {
  return text
    .replace(/[\\*_~`|<>#@[\]():]/g, '\\$&')
    .replace(/^([^\S\r\n\u2028\u2029]*)([-+])/gm, '$1\\$2')
    .replace(/^([^\S\r\n\u2028\u2029]*\d+)\./gm, '$1\\.');
}

/** The JSON of an executed webhook: one embed, which mentions nobody. */
export function discordBody({ title, lines, link, severity, at }: Message): string {
  // A label of ours in marks of ours.
  const linked = `\n\n[${escapeDiscord(shownLine(link.label))}](<${link.url}>)`;
  const most = Math.min(longestText, longestDescription - linked.length);
  const text = fitText({ text: shownText(lines.join('\n')), most, render: escapeDiscord });
  return JSON.stringify({
    embeds: [
      {
        title: fitText({ text: shownLine(title), most: longestTitle, render: escapeDiscord }),
        url: link.url,
        description: `${text}${linked}`,
        color: colors[severity],
        timestamp: at.toISOString(),
      },
    ],
    allowed_mentions: { parse: [] },
  });
}

/** https://docs.discord.com/developers/resources/webhook#execute-webhook */
export const discordSender: ChannelSender<'discord'> = {
  request: ({ message, config }) => {
    const url = new URL(config.url);
    // Without it, a message that was not saved is a success.
    url.searchParams.set('wait', 'true');
    return { url: url.href, headers: notificationHeaders(), payload: discordBody(message) };
  },
  classify: (result) =>
    classifyResponse(result, {
      isPermanent: (response) => permanentCodes.has(Number(jsonBody(response)?.['code'])),
      waitMs: (response) => secondsToMs(jsonBody(response)?.['retry_after']),
    }),
  // 5 in 2 s and 30 a minute for each webhook: https://docs.discord.com/developers/topics/rate-limits
  pace: { gapMs: 400, perMinute: mostToDestination, isCombined: true },
};
