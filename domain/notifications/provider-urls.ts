import { type ParsedUrl, parseUrl } from '#domain/text/parse-url.ts';
import type { ChannelKind, UrlKind } from './channel-kinds.ts';

/** Hosts that an installation adds to those of the providers; exact, in lower case. */
export interface ExtraHosts {
  /** SLACK_HOSTS: host names that accept the JSON of Slack, by https. */
  slack: readonly string[];
  /** OUTBOUND_ALLOW_TARGETS: `host:port` pairs that may stand for any provider, in development. */
  any: readonly string[];
}

export const noExtraHosts: ExtraHosts = { slack: [], any: [] };

const slackHosts: ReadonlySet<string> = new Set(['hooks.slack.com', 'hooks.slack-gov.com']);
export const discordHost = /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/;
const discordPath = /^\/api(?:\/v\d+)?\/webhooks\/\d+\/[\w-]+(\/slack|\/github)?\/?$/;
const teamsHost = /\.(?:logic\.azure\.(?:com|us)|powerplatform\.com)$/;
const teamsPath = /\/workflows\/[^/]+\/triggers\/[^/]+\/paths\/invoke\/?$/;
const retiredTeamsHost = /^(?:[\w-]+\.webhook\.office\.com|outlook\.office(?:365)?\.com)$/;
const googleChatHost = 'chat.googleapis.com';
const googleChatPath = /^\/v1\/spaces\/[\w-]+\/messages\/?$/;

/** Slack's own hosts give each hook a pace of its own. */
export function isSlackHost(host: string): boolean {
  return slackHosts.has(host);
}

/** Reports whether each address on a host has a pace of its own at its provider: only Punctual's accounts share it. */
export function isProviderHost(host: string): boolean {
  return isSlackHost(host) || discordHost.test(host) || teamsHost.test(host) || host === googleChatHost;
}

/**
 * The kind that a URL belongs to by its host; null for any other.
 * @param text any text
 */
export function kindOfUrl(text: string): ChannelKind | null {
  const url = parseUrl(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  if (isSlackHost(url.hostname)) return 'slack';
  if (discordHost.test(url.hostname))
    return discordPath.exec(url.pathname)?.[1] === '/slack' ? 'slack' : 'discord';
  if (teamsHost.test(url.hostname) || retiredTeamsHost.test(url.hostname)) return 'teams';
  if (url.hostname === googleChatHost) return 'google_chat';
  if (url.hostname === 'api.telegram.org') return 'telegram';
  if (/^events(?:\.eu)?\.pagerduty\.com$/.test(url.hostname)) return 'pagerduty';
  return url.hostname === 'ntfy.sh' ? 'ntfy' : null;
}

/**
 * Checks a URL for what its provider documents: host, path and the parts that a copy often loses.
 * @returns the sentence with the remedy; null for a valid one
 */
export function providerUrlError({
  kind,
  url: text,
  hosts,
}: {
  kind: UrlKind;
  url: string;
  hosts: ExtraHosts;
}): string | null {
  const url = parseUrl(text);
  if (url === null) return 'Enter a full URL starting with https://.';
  if (kind === 'webhook' || hosts.any.includes(url.host)) return null;
  if (kind === 'slack' && hosts.slack.includes(url.hostname))
    return url.protocol === 'https:' ? null : 'Use https:// instead of http://.';
  const error = checks[kind](url);
  return error ?? (url.protocol === 'https:' ? null : 'Use https:// instead of http://.');
}

const checks: Record<Exclude<UrlKind, 'webhook'>, (url: ParsedUrl) => string | null> = {
  slack: ({ hostname, pathname }) => {
    if (discordHost.test(hostname) && discordPath.exec(pathname)?.[1] === '/slack') return null;
    if (!isSlackHost(hostname))
      return 'A Slack URL begins with https://hooks.slack.com/services/. Copy it from the incoming webhook in Slack.';
    return /^\/(?:workflows|triggers)\//.test(pathname)
      ? 'This URL starts a Slack workflow, which takes no messages. Add an incoming webhook: its URL begins with https://hooks.slack.com/services/.'
      : null;
  },
  discord: ({ hostname, pathname }) => {
    if (!discordHost.test(hostname))
      return 'A Discord URL begins with https://discord.com/api/webhooks/. Copy it from the webhook in Discord.';
    const path = discordPath.exec(pathname);
    if (path === null)
      return 'The URL is not complete: after https://discord.com/api/webhooks/ come a number and a token. Copy it again.';
    return path[1] === undefined ? null : `Remove ${path[1]} from the end of the URL.`;
  },
  teams: ({ hostname, pathname, search }) => {
    if (retiredTeamsHost.test(hostname))
      return 'Microsoft has retired this kind of webhook (Office 365 connectors). In Teams, create a workflow that posts when a webhook request is received, and enter its URL.';
    if (!teamsHost.test(hostname))
      return 'The URL of a Teams workflow is at logic.azure.com or powerplatform.com. Copy it from the workflow in Teams.';
    return teamsPath.test(pathname) && /[?&]sig=[^&]/.test(search)
      ? null
      : 'The URL is not complete: it contains /triggers/ and ends with a signature (sig=). Copy all of it.';
  },
  google_chat: ({ hostname, pathname, search }) => {
    if (hostname !== googleChatHost)
      return 'A Google Chat URL begins with https://chat.googleapis.com/v1/spaces/. Copy it from the webhook of the space.';
    return googleChatPath.test(pathname) && /[?&]key=[^&]/.test(search) && /[?&]token=[^&]/.test(search)
      ? null
      : 'The URL is not complete: it contains /messages?key= and &token=. Copy all of it.';
  },
};
