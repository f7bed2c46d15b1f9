import { createHash, ECDH } from 'node:crypto';
import { z } from 'zod';
import { parseUrl } from '#domain/text/parse-url.ts';
import { env } from '#server/env.server.ts';
import { seal, unseal } from '#server/sealing/seal.server.ts';

const field = 'pushSubscription.subscription';

/** A browser's push subscription: its push address and its public keys (RFC 8291). */
export const browserSubscription = z.object({
  endpoint: z.string().max(2_048).refine(isPushService, 'is no push service that this installation knows'),
  /** A point on P-256, uncompressed; 65 bytes in base64url. */
  p256dh: z
    .string()
    .regex(/^[\w-]{87}=?$/)
    .refine(isPoint, 'is no key that could be sealed for'),
  /** 16 bytes. */
  auth: z.string().regex(/^[\w-]{22}={0,2}$/),
});

export type BrowserSubscription = z.infer<typeof browserSubscription>;

/** Reports whether a browser's key is valid: 65 bytes that are a point of the curve. */
export function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

/** Finds a row without decrypting it; the page computes the same value from its browser. */
export function endpointHash(endpoint: string): string {
  return createHash('sha256').update(endpoint, 'utf8').digest('hex');
}

export function sealSubscription({
  subscription,
  userId,
}: {
  subscription: BrowserSubscription;
  userId: number;
}): string {
  return seal({ text: JSON.stringify(subscription), userId, field });
}

/** @throws Error when its data key is not there */
export function decryptSubscription({
  sealed,
  userId,
}: {
  sealed: string;
  userId: number;
}): BrowserSubscription {
  return JSON.parse(unseal({ sealed, userId, field })) as BrowserSubscription;
}

/** Services of Chrome and its relatives, Firefox, Edge and Safari. */
const pushServices =
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
  return isPlain && (pushServices.test(hostname) || env().PUSH_HOSTS.includes(hostname));
}
