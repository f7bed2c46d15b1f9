import { eventDays } from '#domain/event-type.ts';
import { getPool } from '#server/database/db.server.ts';
import { inBatches, withinRun } from '#server/maintenance/in-batches.server.ts';

/**
 * Removes events after 7 days, and deleted subscriptions with their deliveries; with the last subscription of an
 * account, the account's events. In short transactions.
 * @returns number of removed rows
 */
export async function removeEvents({ isStopping }: { isStopping: () => boolean }): Promise<number> {
  const isOver = withinRun(isStopping);
  const remove = (text: string, values: unknown[] = []) =>
    inBatches({
      isOver,
      step: async (limit) => (await getPool().query(text, [limit, ...values])).rowCount ?? 0,
    });
  // Their deliveries go with them; a stream without a delivery is removed by the next claim.
  let removed = await remove(
    `delete from "Event" where "id" = any(array(
       select "id" from "Event" where "at" < now() - interval '${eventDays} days' order by "at" limit $1))`,
  );
  const { rows } = await getPool().query<{ id: number; ownerId: number }>(
    `select "id", "ownerId" from "EventSubscription" where "deletedAt" is not null order by "id" limit 500`,
  );
  for (const { id, ownerId } of rows) {
    removed += await remove(
      `delete from "EventDelivery" where "id" = any(array(
         select "id" from "EventDelivery" where "subscriptionId" = $2 limit $1))`,
      [id],
    );
    // Each statement checks this again: the events of a subscription created in the meantime stay.
    removed += await remove(
      `delete from "Event" where "id" = any(array(
         select "id" from "Event" where "ownerId" = $2 and not exists (
           select from "EventSubscription" o where o."ownerId" = $2 and o."deletedAt" is null) limit $1))`,
      [ownerId],
    );
    if (isOver()) return removed;
    removed += (await getPool().query(`delete from "EventSubscription" where "id" = $1`, [id])).rowCount ?? 0;
  }
  return removed;
}
