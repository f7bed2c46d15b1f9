import { AppError } from '#domain/errors.ts';
import { eventDays, type EventType, eventTypes } from '#domain/event-type.ts';
import { dayMs } from '#domain/time/units.ts';
import { getPool } from '#server/database/db.server.ts';
import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';
import { savesOf } from '#server/jobs/access/owner-turns.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { requireSubscription } from './find-subscription.server.ts';
import { requireEventPlan } from './require-plan.server.ts';
import { requireEnabled } from './send-again.server.ts';

/**
 * Starts to send past events again to a subscription, in their order per job, with the same webhook-ids. Live events go
 * first. It counts the events that any subscription of the account had chosen when they happened.
 * @param from inclusive, at most 7 days ago
 * @param until exclusive; now if omitted
 * @param types those of the subscription if omitted
 * @returns the number of events
 * @throws AppError not_found; authorization_error: another plan; validation_error on from, until or types; conflict: it
 *   is disabled, or a replay is under way
 */
export async function startReplay({
  owner,
  id,
  from,
  until,
  types,
  now = new Date(),
}: {
  owner: Owner;
  id: number;
  from: Date;
  until?: Date | undefined;
  types?: readonly EventType[] | undefined;
  now?: Date;
}): Promise<number> {
  const { id: ownerId } = owner;
  const subscription = await requireSubscription({ ownerId, id });
  requireEventPlan(owner);
  requireEnabled(subscription.disabledAt);
  // Events after this moment arrive live.
  const end = until && until < now ? until : now;
  checkRange({ from, end, now });
  const chosen = eventTypes.filter((type) => (types ?? subscription.types).includes(type));
  if (chosen.length === 0) refuse('types', 'Choose at least one type of event.');
  await savesOf(ownerId).$transaction(async (tx) => {
    await lockOwner({ tx, ownerId });
    if ((await tx.eventReplay.count({ where: { subscriptionId: id, endedAt: null } })) > 0)
      throw new AppError('conflict', { message: 'A replay to this event subscription is under way.' });
    // The ends of earlier replays tell nothing any more.
    await tx.eventReplay.deleteMany({ where: { subscriptionId: id } });
    await tx.eventReplay.create({ data: { subscriptionId: id, from, until: end, types: chosen } });
    await tx.$executeRaw`select pg_notify('event_enqueued', '')`;
  });
  const { rows } = await getPool().query<{ count: number }>(
    `select count(*) from "Event"
     where "ownerId" = $1 and "at" >= $2 and "at" < $3 and "type" = any($4::text[])`,
    [ownerId, from, end, chosen],
  );
  return rows[0]?.count ?? 0;
}

function checkRange({ from, end, now }: { from: Date; end: Date; now: Date }): void {
  if (from.getTime() < now.getTime() - eventDays * dayMs)
    refuse('from', `Events are kept for ${eventDays} days. Choose a later time.`);
  if (!(from < end)) refuse('until', 'The end must be after the beginning, and the beginning in the past.');
}

function refuse(field: string, message: string): never {
  throw new AppError('validation_error', { message, details: { [field]: message } });
}
