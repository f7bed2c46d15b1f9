import type { BodyTemplate } from '#domain/notifications/template/read-template.ts';
import type { Message } from '#server/notifications/message.server.ts';
import { signMessage } from '#server/signing/sign-message.server.ts';
import { signingSecretsOf } from '#server/signing/signing-secrets.server.ts';
import { type ChannelSender, mostToDestination } from './channel-sender.server.ts';
import { classifyResponse } from './classify-response.server.ts';
import { messageText } from './message-text.server.ts';
import { notificationHeaders } from './notification-headers.server.ts';
import { templateBody } from './template-body.server.ts';

/** JSON of a notification: `type`, `timestamp` and `data`, as Standard Webhooks proposes. */
export function webhookBody(message: Message): string {
  const { type, at, title, data } = message;
  return JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: { ...data, title, text: messageText(message) },
  });
}

/** Its headers; with a signature when the owner has made a signing secret (D37). */
export async function webhookHeaders({
  message: { id },
  body,
  contentType,
  ownerId,
  now,
}: {
  message: Message;
  body: string;
  contentType: string;
  ownerId: number;
  now: number;
}): Promise<Record<string, string>> {
  const secrets = await signingSecretsOf({ ownerId });
  const signature = signMessage({ secrets, webhookId: id, at: now, payload: body });
  return {
    ...notificationHeaders(),
    'content-type': contentType,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1_000)),
    'idempotency-key': id,
    ...(secrets.length > 0 && { 'webhook-signature': signature }),
  };
}

/** The endpoint of a user. A status of 2xx means that the notification was accepted. */
export const webhookSender: ChannelSender<'webhook'> = {
  request: async ({ message, config: { url }, ownerId, template = null, now }) => {
    const { payload, contentType } = bodyOf({ message, template });
    const headers = await webhookHeaders({ message, body: payload, contentType, ownerId, now });
    return { url, payload, headers };
  },
  classify: (result) => classifyResponse(result),
  pace: { gapMs: 0, perMinute: mostToDestination, isCombined: true },
};

/** The channel's own body, or the standard one. */
function bodyOf({ message, template }: { message: Message; template: BodyTemplate | null }): {
  payload: string;
  contentType: string;
} {
  if (template === null) return { payload: webhookBody(message), contentType: 'application/json' };
  return {
    payload: templateBody({ message, template }),
    contentType: template.format === 'json' ? 'application/json' : 'text/plain; charset=utf-8',
  };
}
