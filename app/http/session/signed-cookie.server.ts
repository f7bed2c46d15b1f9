import { randomBytes } from 'node:crypto';
import { createCookie } from '@remix-run/node';
import { cookieAttributes } from '#app/http/session/session-cookie.server.ts';
import { env } from '#server/env.server.ts';

// Production does not start without secrets; elsewhere what was signed need not outlive the process.
const ownSecret = randomBytes(32).toString('base64');

/** A cookie that only we can have written; of small values a page needs once. */
export function signedCookie({ name, maxAgeSeconds }: { name: string; maxAgeSeconds: number }) {
  const { SESSION_SECRETS } = env();
  const attributes = cookieAttributes();
  return createCookie(attributes.secure ? `__Host-${name}` : name, {
    ...attributes,
    maxAge: maxAgeSeconds,
    secrets: SESSION_SECRETS.length > 0 ? SESSION_SECRETS : [ownSecret],
  });
}
