import { type DisabledReason, type EventType, eventTypes } from '#domain/event-type.ts';
import { AppError } from '#domain/errors.ts';
import { db, type Tx } from '#server/database/db.server.ts';
import type { EventSubscription } from '#server/generated/client.ts';
import { decryptOrNull } from '#server/sealing/decrypt-or-null.server.ts';
import { unseal } from '#server/sealing/seal.server.ts';
import { bothSignMs } from '#server/signing/new-signing-secret.server.ts';
import type { EventSubscriptionView } from './types.ts';

/** The fields that the seals of a subscription bind to. */
export const urlField = 'eventSubscription.url';
export const eventSecretField = 'eventSubscription.secret';

/**
 * Loads an event subscription.
 * @throws AppError not_found: none, deleted, or another account's
 */
export async function requireSubscription({
  tx = db(),
  ownerId,
  id,
}: {
  tx?: Tx;
  ownerId: number;
  id: number;
}): Promise<EventSubscription> {
  const found = await tx.eventSubscription.findFirst({ where: { id, ownerId, deletedAt: null } });
  if (!found) throw new AppError('not_found', { message: 'There is no such event subscription.' });
  return found;
}

/** The event subscriptions of an account, oldest first. */
export async function listEventSubscriptions({
  ownerId,
  now = Date.now(),
}: {
  ownerId: number;
  now?: number;
}): Promise<EventSubscriptionView[]> {
  const rows = await db().eventSubscription.findMany({
    where: { ownerId, deletedAt: null },
    orderBy: { id: 'asc' },
    include: { replays: { where: { endedAt: null } } },
  });
  return Promise.all(
    rows.map(({ replays, ...row }) => toView({ row, isReplaying: replays.length > 0, now })),
  );
}

/**
 * One event subscription.
 * @throws AppError not_found: none, deleted, or another account's
 */
export async function getSubscription({
  ownerId,
  id,
  now = Date.now(),
}: {
  ownerId: number;
  id: number;
  now?: number;
}): Promise<EventSubscriptionView> {
  const row = await requireSubscription({ ownerId, id });
  const running = await db().eventReplay.count({ where: { subscriptionId: id, endedAt: null } });
  return toView({ row, isReplaying: running > 0, now });
}

async function toView({
  row,
  isReplaying,
  now,
}: {
  row: EventSubscription;
  isReplaying: boolean;
  now: number;
}): Promise<EventSubscriptionView> {
  const { id, ownerId, host, disabledAt, failingSince, createdAt, updatedAt } = row;
  const url = await decryptOrNull({
    open: () => Promise.resolve(unseal({ sealed: row.url, userId: ownerId, field: urlField })),
    row: { eventSubscriptionId: id },
    message: 'The URL of an event subscription cannot be opened.',
  });
  const until = row.previousSecret && row.secretRotatedAt && row.secretRotatedAt.getTime() + bothSignMs;
  return {
    ...{ id, url, host, disabledAt, failingSince, isReplaying, createdAt, updatedAt },
    types: eventTypes.filter((type) => (row.types as EventType[]).includes(type)),
    disabledReason: row.disabledReason as DisabledReason | null,
    previousSecretUntil: until && until > now ? new Date(until) : null,
  };
}
