import { parseUrl } from '#domain/text/parse-url.ts';
import type { ChannelConfig, ChannelKind } from './channel-kinds.ts';

// A channel's settings as one text, which is sealed: the URL where that is all, so that destinations stored before the
// other kinds existed read the same.

/** The settings of a channel as one text. */
export function storedChannel(config: ChannelConfig): string {
  if ('url' in config) return config.url;
  if (config.kind === 'email') return config.addresses.join(',');
  const { kind: _kind, ...settings } = config;
  return JSON.stringify(settings);
}

/** The settings behind a text of `storedChannel`. */
export function readStoredChannel({ kind, text }: { kind: ChannelKind; text: string }): ChannelConfig {
  switch (kind) {
    case 'email':
      return { kind, addresses: text.split(',') };
    case 'telegram':
    case 'ntfy':
    case 'pagerduty':
      return { kind, ...(JSON.parse(text) as object) } as ChannelConfig;
    default:
      return { kind, url: text };
  }
}

/** Where a channel leads, for its owner, without anything secret: a host, a chat, addresses. */
export function channelDestination(config: ChannelConfig): string {
  if ('url' in config) return parseUrl(config.url)?.host ?? '';
  switch (config.kind) {
    case 'email':
      return config.addresses.join(', ');
    case 'telegram':
      return config.chatId;
    case 'ntfy':
      return parseUrl(config.server)?.host ?? '';
    case 'pagerduty':
      return config.region === 'eu' ? 'events.eu.pagerduty.com' : 'events.pagerduty.com';
  }
}

/**
 * The parts of a channel's settings that must not be shown, by the names that replace them: they are masked in its
 * responses and in the message that was sent.
 */
export function channelSecrets(config: ChannelConfig): Record<string, string> {
  if ('url' in config) {
    const url = parseUrl(config.url);
    return url ? { url: (url.pathname + url.search).slice(1) } : {};
  }
  switch (config.kind) {
    case 'email':
      return {};
    case 'telegram':
      return { bot_token: config.botToken };
    case 'ntfy':
      return {
        topic: config.topic,
        ...(config.accessToken !== null && { access_token: config.accessToken }),
      };
    case 'pagerduty':
      return { routing_key: config.routingKey };
  }
}
