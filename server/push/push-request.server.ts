import webPush from 'web-push';
import { daySeconds } from '#domain/time/units.ts';
import { env } from '#server/env.server.ts';
import type { CallRequest } from '#server/outbound/types.ts';
import type { BrowserSubscription } from './browser-subscription.server.ts';

/** A browser offline for longer does not get it: it shows the current state when opened. */
const keptSeconds = daySeconds;

/** The key that browsers subscribe with; null where nothing is pushed. */
export function pushPublicKey(): string | null {
  return env().VAPID_PUBLIC_KEY || null;
}

/**
 * The request to push a text to a browser: encrypted for it (RFC 8291) and signed for its service (RFC 8292). The
 * guarded client sends it.
 * @param topic replaces a waiting message of the same topic; at most 32 characters of base64url
 * @throws Error if the browser's keys are invalid
 */
export function pushRequest({
  subscription: { endpoint, p256dh, auth },
  text,
  topic,
  timeoutMs,
}: {
  subscription: BrowserSubscription;
  text: string;
  topic: string;
  timeoutMs: number;
}): CallRequest {
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    text,
    {
      TTL: keptSeconds,
      urgency: 'high',
      topic,
      contentEncoding: 'aes128gcm',
      vapidDetails: {
        subject: contact(),
        publicKey: env().VAPID_PUBLIC_KEY,
        privateKey: env().VAPID_PRIVATE_KEY,
      },
    },
  );
  const sent = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length');
  return {
    url: endpoint,
    method,
    headers: Object.fromEntries(sent.map(([name, value]) => [name.toLowerCase(), value])),
    payload: body,
    timeoutMs,
  };
}

/** Contact for a push service: it accepts no loopback address. */
function contact(): string {
  const { APP_ORIGIN } = env();
  return APP_ORIGIN.startsWith('https:') ? APP_ORIGIN : 'mailto:operators@punctual.test';
}
