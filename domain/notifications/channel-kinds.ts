// The kinds of notification channels and their settings. Names and fields for screens: channel-kind-names.ts, channel-fields.ts.

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

/** The kinds whose only setting is an address. */
export type UrlKind = 'slack' | 'webhook' | 'discord' | 'teams' | 'google_chat';

/** Settings of a channel, checked. Only `readChannelConfig` makes one from input. */
export type ChannelConfig =
  | { kind: UrlKind; url: string }
  | { kind: 'email'; addresses: string[] }
  | { kind: 'telegram'; botToken: string; chatId: string }
  | { kind: 'ntfy'; server: string; topic: string; accessToken: string | null }
  | { kind: 'pagerduty'; routingKey: string; region: PagerDutyRegion };

export type ConfigOf<Kind extends ChannelKind> = Kind extends UrlKind
  ? { kind: Kind; url: string }
  : Extract<ChannelConfig, { kind: Kind }>;

/** Service regions of PagerDuty: each has its own address for events. */
export const pagerDutyRegions = ['us', 'eu'] as const;
export type PagerDutyRegion = (typeof pagerDutyRegions)[number];

/** Addresses of an email channel. */
export const mostAddresses = 10;
export const defaultNtfyServer = 'https://ntfy.sh';
