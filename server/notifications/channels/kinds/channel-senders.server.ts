import type { ChannelKind } from '#domain/notifications/channel-kinds.ts';
import type { Channel } from '#domain/notifications/notification.ts';
import {
  type ChannelPace,
  type ChannelSender,
  type HttpKind,
  mostToDestination,
} from './channel-sender.server.ts';
import { discordSender } from './discord.server.ts';
import { googleChatSender } from './google-chat.server.ts';
import { ntfySender } from './ntfy.server.ts';
import { pagerDutySender } from './pagerduty.server.ts';
import { slackSender } from './slack.server.ts';
import { teamsSender } from './teams.server.ts';
import { telegramSender } from './telegram.server.ts';
import { webhookSender } from './webhook.server.ts';

const senders: { [Kind in HttpKind]: ChannelSender<Kind> } = {
  slack: slackSender,
  webhook: webhookSender,
  discord: discordSender,
  teams: teamsSender,
  google_chat: googleChatSender,
  telegram: telegramSender,
  ntfy: ntfySender,
  pagerduty: pagerDutySender,
};

/** The sender of a kind that is called by HTTP. */
export function channelSender<Kind extends HttpKind>(kind: Kind): ChannelSender<Kind> {
  return senders[kind];
}

const defaultPace: ChannelPace = { gapMs: 0, perMinute: mostToDestination, isCombined: true };

/** The limit on messages to one destination of a channel. */
export function paceOf(channel: Channel | ChannelKind): ChannelPace {
  return channel === 'email' || channel === 'push' ? defaultPace : senders[channel].pace;
}
