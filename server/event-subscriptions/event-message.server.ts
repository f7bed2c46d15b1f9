import { eventMessageId } from '#domain/ids.ts';
import { unseal } from '#server/sealing/seal.server.ts';
import { bothSignMs } from '#server/signing/new-signing-secret.server.ts';
import { signMessage } from '#server/signing/sign-message.server.ts';
import { notificationHeaders } from '#server/notifications/channels/kinds/notification-headers.server.ts';
import { eventSecretField } from './find-subscription.server.ts';

/** The secrets of a subscription, sealed. */
export interface SealedSecrets {
  ownerId: number;
  secret: string;
  previousSecret: string | null;
  secretRotatedAt: Date | null;
}

/** An event as it is stored. */
export interface StoredEvent {
  eventId: number;
  type: string;
  at: Date;
  data: unknown;
}

/** Body of an event: the same for each attempt. */
export function eventBody({ type, at, data }: StoredEvent): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}

/**
 * Headers of an event, signed with the secrets that are valid now.
 * @param now UTC milliseconds
 * @throws Error if a secret cannot be decrypted
 */
export function eventHeaders({
  event,
  body,
  secrets,
  now,
}: {
  event: StoredEvent;
  body: string;
  secrets: SealedSecrets;
  now: number;
}): Record<string, string> {
  const id = eventMessageId(event.eventId);
  const { secret, previousSecret, secretRotatedAt, ownerId: userId } = secrets;
  const isBoth = previousSecret !== null && now - (secretRotatedAt?.getTime() ?? 0) < bothSignMs;
  const valid = [secret, ...(isBoth ? [previousSecret] : [])];
  const keys = valid.map((sealed) => unseal({ sealed, userId, field: eventSecretField }));
  return {
    ...notificationHeaders(),
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1_000)),
    'webhook-signature': signMessage({ secrets: keys, webhookId: id, at: now, payload: body }),
    'idempotency-key': id,
  };
}
