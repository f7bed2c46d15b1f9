import { createHmac } from 'node:crypto';
import { env } from '#server/env.server.ts';

/**
 * HMAC-SHA256 of a text with every pepper of KEY_PEPPERS, the current one first: what is looked up by its hash is
 * found under the older ones too.
 * @param purpose keeps hashes of one text for two ends apart
 */
export function keyedHashes({ purpose, text }: { purpose: string; text: string }): string[] {
  return env().KEY_PEPPERS.map(({ bytes }) =>
    createHmac('sha256', bytes).update(`${purpose}\0${text}`, 'utf8').digest('base64url'),
  );
}

/**
 * With the current pepper.
 * @throws Error when KEY_PEPPERS is not set
 */
export function keyedHash(given: { purpose: string; text: string }): string {
  const [hash] = keyedHashes(given);
  if (hash === undefined) throw new Error('KEY_PEPPERS is not set: nothing can be hashed without a pepper.');
  return hash;
}
