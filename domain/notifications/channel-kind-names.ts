import type { ChannelKind } from './channel-kinds.ts';

/** Names on screens. */
export const channelKindNames: Record<ChannelKind, string> = {
  slack: 'Slack',
  webhook: 'Webhook',
  email: 'Email',
  discord: 'Discord',
  teams: 'Microsoft Teams',
  google_chat: 'Google Chat',
  telegram: 'Telegram',
  ntfy: 'ntfy',
  pagerduty: 'PagerDuty',
};
