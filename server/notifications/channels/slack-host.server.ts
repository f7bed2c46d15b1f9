import { parseUrl } from '#domain/text/parse-url.ts';
import { env } from '#server/env.server.ts';

const slackHosts: ReadonlySet<string> = new Set(['hooks.slack.com', 'hooks.slack-gov.com']);
const discordHost = /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/;
const discordPath = /^\/api(?:\/v\d+)?\/webhooks\/\d+\/[\w-]+\/slack\/?$/;

/** Slack's own hosts give each hook a pace of its own. */
export function isSlackHost(host: string): boolean {
  return slackHosts.has(host);
}

/**
 * Reports whether a URL accepts notifications of type slack: Slack itself, Discord's form for them, or a host that this
 * installation allows explicitly (D37, D37a), by SLACK_HOSTS or, in development, by OUTBOUND_ALLOW_TARGETS.
 */
export function isSlackUrl(text: string): boolean {
  const url = parseUrl(text);
  if (url === null) return false;
  const { protocol, hostname, host, pathname } = url;
  const isKnown =
    isSlackHost(hostname) ||
    env().SLACK_HOSTS.includes(hostname) ||
    (discordHost.test(hostname) && discordPath.test(pathname));
  return (protocol === 'https:' && isKnown) || env().OUTBOUND_ALLOW_TARGETS.includes(host);
}
