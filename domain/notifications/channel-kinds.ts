/** The kinds of named channels (D50). */
export const channelKinds = [
  'slack',
  'webhook',
  'email',
  'discord',
  'teams',
  'google_chat',
  'telegram',
  'ntfy',
  'pagerduty',
] as const;
export type ChannelKind = (typeof channelKinds)[number];
