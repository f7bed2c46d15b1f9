import { createHmac } from 'node:crypto';
import { env } from '#server/env.server.ts';

/** HMAC-SHA256 of a key with every pepper of KEY_PEPPERS, the current one first (security.md section 4). */
export function hashKey(plain: string): { hash: string; pepperId: string }[] {
  return env().KEY_PEPPERS.map(({ id, bytes }) => ({
    hash: createHmac('sha256', bytes).update(plain, 'utf8').digest('base64url'),
    pepperId: id,
  }));
}
