import { parseUrl } from '#domain/text/parse-url.ts';
import { env } from '#server/env.server.ts';

/** Of Chrome and its kin, Firefox, Edge and Safari. */
const known =
  /^(?:(?:fcm|android)\.googleapis\.com|jmt17\.google\.com|(?:[\w-]+\.)*(?:push\.services\.mozilla|notify\.windows|push\.apple)\.com)$/;

/**
 * Whether an address is one that browsers are pushed to by: a service of the common ones, one of PUSH_HOSTS, or, in
 * development, of OUTBOUND_ALLOW_TARGETS. A browser says it, so whoever is signed in may say anything: without a list
 * our messages would be sent to whom they please.
 */
export function isPushService(text: string): boolean {
  const url = parseUrl(text);
  if (url === null) return false;
  const { protocol, hostname, port, host, username } = url;
  if (env().OUTBOUND_ALLOW_TARGETS.includes(host)) return true;
  const isPlain = protocol === 'https:' && port === '' && username === '';
  return isPlain && (known.test(hostname) || env().PUSH_HOSTS.includes(hostname));
}
