import { type ExtraHosts, kindOfUrl } from '#domain/notifications/provider-urls.ts';
import { parseUrl } from '#domain/text/parse-url.ts';
import { env } from '#server/env.server.ts';

/** Hosts that this installation allows besides those of the providers. */
export function extraHosts(): ExtraHosts {
  return { slack: env().SLACK_HOSTS, any: env().OUTBOUND_ALLOW_TARGETS };
}

/**
 * Reports whether a URL accepts notifications of type slack: Slack itself, Discord's form for them, or a host that this
 * installation allows explicitly (D37, D37a), by SLACK_HOSTS or, in development, by OUTBOUND_ALLOW_TARGETS.
 */
export function isSlackUrl(text: string): boolean {
  const url = parseUrl(text);
  if (url === null) return false;
  const { slack, any } = extraHosts();
  const isKnown = kindOfUrl(text) === 'slack' || slack.includes(url.hostname);
  return (url.protocol === 'https:' && isKnown) || any.includes(url.host);
}
