import { parseUrl } from '#domain/text/parse-url.ts';
import { env } from '#server/env.server.ts';

/** Services of Chrome and its relatives, Firefox, Edge and Safari. */
const known =
  /^(?:(?:fcm|android)\.googleapis\.com|jmt17\.google\.com|(?:[\w-]+\.)*(?:push\.services\.mozilla|notify\.windows|push\.apple)\.com)$/;

/**
 * Reports whether an address belongs to a push service: a common one, one of PUSH_HOSTS, or, in development, of
 * OUTBOUND_ALLOW_TARGETS. The browser supplies it, so any signed-in user may send any address: without a list, our
 * messages could go anywhere.
 */
export function isPushService(text: string): boolean {
  const url = parseUrl(text);
  if (url === null) return false;
  const { protocol, hostname, port, host, username } = url;
  if (env().OUTBOUND_ALLOW_TARGETS.includes(host)) return true;
  const isPlain = protocol === 'https:' && port === '' && username === '';
  return isPlain && (known.test(hostname) || env().PUSH_HOSTS.includes(hostname));
}
