import { cutJsonBytes } from '#server/notifications/cut-text.server.ts';
import type { Message } from '#server/notifications/message.server.ts';
import { signMessage } from '#server/signing/sign-message.server.ts';
import { signingSecretsOf } from '#server/signing/signing-secrets.server.ts';
import { type ChannelSender, mostToDestination } from './channel-sender.server.ts';
import { classifyResponse } from './classify-response.server.ts';
import { notificationHeaders } from './notification-headers.server.ts';

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

/** The endpoint of a user. A status of 2xx means that the notification was accepted. */
export const webhookSender: ChannelSender<'webhook'> = {
  request: async ({ message, config: { url }, ownerId, now }) => {
    const payload = webhookBody(message);
    return { url, payload, headers: await webhookHeaders({ message, body: payload, ownerId, now }) };
  },
  classify: (result) => classifyResponse(result),
  pace: { gapMs: 0, perMinute: mostToDestination, isCombined: true },
};
