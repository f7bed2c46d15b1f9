import { cutJsonBytes } from '#server/notifications/cut-text.server.ts';
import type { Message } from '#server/notifications/message.server.ts';
import { userAgent } from '#server/outbound/request/user-agent.server.ts';
import { signMessage } from '#server/signing/sign-message.server.ts';
import { signingSecretsOf } from '#server/signing/signing-secrets.server.ts';

/** With the notifications of a digest (message.server.ts) the whole stays below 100 kB. */
const mostTextBytes = 32_768;

/** JSON of a notification: `type`, `timestamp` and `data`, as Standard Webhooks proposes. */
export function webhookBody({ type, at, title, lines, data }: Message): string {
  return JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: {
      ...data,
      title,
      text: cutJsonBytes({ text: [`${title}.`, ...lines].join(' '), most: mostTextBytes }),
    },
  });
}

/** Its headers; with a signature when the owner has made a signing secret (D37). */
export async function webhookHeaders({
  message: { id },
  body,
  ownerId,
  now,
}: {
  message: Message;
  body: string;
  ownerId: number;
  now: number;
}): Promise<Record<string, string>> {
  const secrets = await signingSecretsOf({ ownerId });
  const signature = signMessage({ secrets, webhookId: id, at: now, payload: body });
  return {
    ...notificationHeaders(),
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1_000)),
    'idempotency-key': id,
    ...(secrets.length > 0 && { 'webhook-signature': signature }),
  };
}

/** Headers of every HTTP notification. */
export function notificationHeaders(): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': userAgent(),
    'accept-encoding': 'identity',
    via: '1.1 punctual',
  };
}
