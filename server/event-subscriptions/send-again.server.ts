import { AppError } from '#domain/errors.ts';
import { testEventType } from '#domain/event-type.ts';
import { db } from '#server/database/db.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { requireSubscription } from './find-subscription.server.ts';
import { requireEventPlan } from './require-plan.server.ts';
import { lanes } from './types.ts';

/**
 * Sends an event of the delivery log again, with the same webhook-id. Neither waits for the other events of its job nor
 * delays them.
 * @returns the id of the new delivery
 * @throws AppError not_found; authorization_error: another plan; conflict: the subscription is disabled, the delivery
 *   is pending, or it was a test
 */
export async function sendAgain({
  owner,
  id,
  deliveryId,
}: {
  owner: Owner;
  id: number;
  deliveryId: number;
}): Promise<number> {
  const { disabledAt } = await requireSubscription({ ownerId: owner.id, id });
  requireEventPlan(owner);
  requireEnabled(disabledAt);
  return db().$transaction(async (tx) => {
    const found = await tx.eventDelivery.findFirst({
      where: { id: deliveryId, subscriptionId: id },
      include: { event: { select: { type: true } } },
    });
    if (!found) throw new AppError('not_found', { message: 'There is no such delivery.' });
    if (found.event.type === testEventType)
      throw new AppError('conflict', { message: 'A test is not sent again. Send another test event.' });
    const { eventId, jobId } = found;
    const lane = lanes.again;
    // Two clicks at once: the second one waits here and then finds the delivery of the first.
    await tx.$queryRaw`
      select "id" from "EventDelivery" where "subscriptionId" = ${id} and "eventId" = ${eventId}
      order by "id" limit 1 for update`;
    const isWaiting =
      found.state === 'pending' ||
      (await tx.eventDelivery.count({ where: { subscriptionId: id, eventId, lane, state: 'pending' } })) > 0;
    if (isWaiting) throw new AppError('conflict', { message: 'This event is waiting to be sent already.' });
    const made = await tx.eventDelivery.create({ data: { subscriptionId: id, eventId, jobId, lane } });
    await tx.$executeRaw`
      insert into "EventStream" ("subscriptionId", "lane", "jobId") values (${id}, ${lane}, ${jobId})
      on conflict ("subscriptionId", "lane", "jobId") do update set "nextAt" = "EventStream"."nextAt"`;
    await tx.$executeRaw`select pg_notify('event_enqueued', '')`;
    return Number(made.id);
  });
}

/** @throws AppError conflict */
export function requireEnabled(disabledAt: Date | null): void {
  if (disabledAt !== null)
    throw new AppError('conflict', { message: 'This event subscription is disabled. Enable it first.' });
}
