import { isIP } from 'node:net';
import { checkTargetUrl } from '#domain/outbound-url.ts';
import { type ParsedUrl, parseUrl } from '#domain/text/parse-url.ts';
import { loopback, type TargetRules } from './target-rules.server.ts';

/** A target its URL alone does not rule out. */
export interface Target {
  url: ParsedUrl;
  isSecure: boolean;
  /** Without brackets and the root's dot. */
  hostname: string;
  port: number;
  /** The address where the URL names one; otherwise the name is resolved at the call. */
  address: string | null;
}

export type Evaluated = { target: Target } | { message: string; reason: string };

const notAllowedMessage = 'Target not allowed. Enter an address on the public internet.';

/**
 * Checks of a target without the network: the form of its URL, our own hosts and written addresses. One function for
 * save, import and call (security.md section 2).
 */
export function evaluateTarget({ url: text, rules }: { url: string; rules: TargetRules }): Evaluated {
  const form = checkTargetUrl(text);
  const target = form.isValid ? targetOf(form.url) : exemptTarget({ text, rules });
  if (!target) return { message: form.isValid ? notAllowedMessage : form.message, reason: 'form' };
  const { address, port } = target;
  const isAllowed = address !== null && rules.isAllowed({ address, port });
  if (isOwn({ target, rules, isAllowed })) return { message: notAllowedMessage, reason: 'own_host' };
  if (address !== null && !isAllowed && !rules.isPublic(address)) {
    return { message: notAllowedMessage, reason: 'address_class' };
  }
  return { target };
}

/**
 * An allowed pair is exempt from the rules on host and port: the other rules are checked with placeholders for both.
 */
function exemptTarget({ text, rules }: { text: string; rules: TargetRules }): Target | null {
  const plainPair = /^(https?:\/\/)(\[[\da-f:.]+\]|[\da-z.]+)(:\d+)?(?=[/?#]|$)/i;
  const url = parseUrl(text);
  if (url === null || !checkTargetUrl(text.replace(plainPair, '$1allowed.example')).isValid) return null;
  const target = targetOf(url);
  const { port } = target;
  const address = target.hostname === 'localhost' ? loopback : target.address;
  return address !== null && rules.isAllowed({ address, port }) ? { ...target, address } : null;
}

/** @param url http or https */
function targetOf(url: ParsedUrl): Target {
  const isSecure = url.protocol === 'https:';
  const hostname = url.hostname.replace(/^\[|\]$|\.$/g, '');
  const port = Number(url.port) || (isSecure ? 443 : 80);
  return { url, isSecure, hostname, port, address: isIP(hostname) ? hostname : null };
}

/** Beside an allowed pair on the same machine, only our own port is ours. */
function isOwn({
  target,
  rules: { own },
  isAllowed,
}: {
  target: Target;
  rules: TargetRules;
  isAllowed: boolean;
}): boolean {
  const isSameHost = (target.address ?? target.hostname) === own.host;
  return isSameHost && (!isAllowed || own.port === target.port) && !isEcho({ target, own });
}

/** Exactly our origin and the path that responds with the request; a query may follow (decision 044). */
function isEcho({ target: { url }, own }: { target: Target; own: TargetRules['own'] }): boolean {
  return url.origin + url.pathname === own.echoUrl;
}
