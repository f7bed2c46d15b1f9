import { createHash } from 'node:crypto';
import { z } from 'zod';
import { seal, unseal } from '#server/sealing/seal.server.ts';
import { isPushService } from './push-services.server.ts';

const field = 'pushSubscription.subscription';

/** What a browser says of itself: where it is pushed to, and the keys that only it can read with (RFC 8291). */
export const browserSubscription = z.object({
  endpoint: z.string().max(2_048).refine(isPushService, 'is no push service that this installation knows'),
  /** A point on P-256, uncompressed; 65 bytes in base64url. */
  p256dh: z.string().regex(/^[\w-]{87}=?$/),
  /** 16 bytes. */
  auth: z.string().regex(/^[\w-]{22}={0,2}$/),
});

export type BrowserSubscription = z.infer<typeof browserSubscription>;

/** By which a row is found without opening it; the page makes the same of what its browser says. */
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
export function openSubscription({
  sealed,
  userId,
}: {
  sealed: string;
  userId: number;
}): BrowserSubscription {
  return JSON.parse(unseal({ sealed, userId, field })) as BrowserSubscription;
}
