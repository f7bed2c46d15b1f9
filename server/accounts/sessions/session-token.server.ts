import { createHash, randomBytes } from 'node:crypto';

/** A session's id as the browser holds it: 256 random bits. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form: a dump of the table opens no session. */
export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
