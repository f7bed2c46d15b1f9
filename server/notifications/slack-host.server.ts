import { parseUrl } from '#domain/parse-url.ts';
import { env } from '#server/env.server.ts';

export const slackHost = 'hooks.slack.com';

/**
 * Whether a URL takes notes of type slack: Slack itself, or a host that this installation allows explicitly (D37),
 * by SLACK_HOSTS or, in development, by OUTBOUND_ALLOW_TARGETS.
 */
export function isSlackUrl(text: string): boolean {
  const url = parseUrl(text);
  if (url === null) return false;
  const { protocol, hostname, host } = url;
  if (protocol === 'https:' && (hostname === slackHost || env().SLACK_HOSTS.includes(hostname))) return true;
  return env().OUTBOUND_ALLOW_TARGETS.includes(host);
}
