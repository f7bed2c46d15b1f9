import { isIP } from 'node:net';
import { checkTargetUrl, type CheckedUrl } from '#domain/outbound-url.ts';
import { loopback, type TargetRules } from './target-rules.server.ts';

/** A target that its URL alone does not rule out. */
export interface Target {
  url: URL;
  isSecure: boolean;
  /** Without brackets and the root's dot. */
  hostname: string;
  port: number;
  /** The address where the URL names one; otherwise the name is resolved at the call. */
  address: string | null;
}

export type Judged = { target: Target } | { message: string; reason: string };

const notAllowedMessage = 'Target not allowed. Enter an address on the public internet.';

/**
 * What can be said of a target without the network: the form of its URL, our own hosts and written addresses.
 * One function for save, import and call (security.md section 2).
 */
export function judgeTarget({ url: text, rules }: { url: string; rules: TargetRules }): Judged {
  const parsed = URL.canParse(text) ? targetOf(new URL(text)) : null;
  const target = parsed && openLocalhost({ target: parsed, rules });
  const { address, port } = target ?? { address: null, port: 0 };
  const isAllowed = address !== null && rules.isAllowed({ address, port });
  const form = checkForm({ text, isAllowed });
  if (!form.isValid) return { message: form.message, reason: 'form' };
  if (!target) return { message: notAllowedMessage, reason: 'form' };
  if (isOwn({ target, rules, isAllowed })) return { message: notAllowedMessage, reason: 'own_host' };
  if (address !== null && !isAllowed && !rules.isPublic(address)) {
    return { message: notAllowedMessage, reason: 'address_class' };
  }
  return { target };
}

function targetOf(url: URL): Target | null {
  const isSecure = url.protocol === 'https:';
  if (!isSecure && url.protocol !== 'http:') return null;
  const hostname = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const port = Number(url.port) || (isSecure ? 443 : 80);
  return { url, isSecure, hostname, port, address: isIP(hostname) ? hostname : null };
}

/** In development `localhost` means 127.0.0.1, never what a resolver says. */
function openLocalhost({ target, rules }: { target: Target; rules: TargetRules }): Target {
  const isOpen = target.hostname === 'localhost' && rules.isAllowed({ address: loopback, port: target.port });
  return isOpen ? { ...target, address: loopback } : target;
}

/** Of the form rules, an allowed pair is exempt from those on host and port: the rest is judged with others in their place. */
function checkForm({ text, isAllowed }: { text: string; isAllowed: boolean }): CheckedUrl {
  const plainPair = /^(https?:\/\/)(\[[\da-f:.]+\]|[\da-z.]+)(:\d+)?(?=[/?#]|$)/i;
  return checkTargetUrl(isAllowed ? text.replace(plainPair, '$1allowed.example') : text);
}

/** Beside an allowed pair on the same machine, only our own port is ours. */
function isOwn({
  target,
  rules,
  isAllowed,
}: {
  target: Target;
  rules: TargetRules;
  isAllowed: boolean;
}): boolean {
  const own = targetOf(new URL(rules.ownOrigin));
  if (!own) return false;
  const isSameHost = own.hostname === target.hostname || (own.address ?? own.hostname) === target.address;
  return isSameHost && (!isAllowed || own.port === target.port);
}
