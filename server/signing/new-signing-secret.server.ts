import { randomBytes } from 'node:crypto';
import { dayMs } from '#domain/time/units.ts';

/** Field of the sealed secret, and of the previous one: it can be decrypted nowhere else. */
export const signingField = 'user.signingSecret';

/** Overlap after a rotation: the previous secret still signs beside the new one. */
export const bothSignMs = dayMs;

/** A secret as Standard Webhooks writes one: 32 random bytes. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
