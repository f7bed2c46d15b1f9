import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import { requireSubscription } from './find-subscription.server.ts';
import type { EventDeliveryView } from './types.ts';

const columnsText = `
  d."id", d."eventId", e."type", e."jobId", e."at", d."lane"::int as "lane", d."state"::text as "state", d."attempts",
  d."attemptedAt", d."endedAt", d."errorCode", d."statusCode", d."response",
  case when d."state" = 'pending' and d."attempts" > 0 then s."nextAt" end as "nextAt"`;

/** The log, or only its deliveries in one state. The state is part of the text: failed ones have an index of their own. */
export const deliveryLogStatement = (state: EventDeliveryView['state'] | null): Statement => ({
  name: `events-list-${state ?? 'all'}`,
  text: `
    select ${columnsText}
    from "EventDelivery" d join "Event" e on e."id" = d."eventId"
    left join "EventStream" s on s."subscriptionId" = d."subscriptionId" and s."lane" = d."lane" and s."jobId" = d."jobId"
    where d."subscriptionId" = $1::int and d."id" < $2::int8 ${state === null ? '' : `and d."state" = '${state}'`}
    order by d."id" desc limit $3`,
});

/**
 * The delivery log of a subscription, newest first.
 * @param before id of the last delivery of the page before
 * @throws AppError not_found
 */
export async function listEventDeliveries({
  ownerId,
  id,
  state = null,
  before = null,
  limit,
}: {
  ownerId: number;
  id: number;
  state?: EventDeliveryView['state'] | null;
  before?: number | null;
  limit: number;
}): Promise<{ deliveries: EventDeliveryView[]; next: number | null }> {
  await requireSubscription({ ownerId, id });
  const values = [id, before ?? Number.MAX_SAFE_INTEGER, limit + 1];
  const rows = await query<EventDeliveryView & Record<string, unknown>>({
    client: getPool(),
    statement: deliveryLogStatement(state),
    values,
  });
  const deliveries = rows.slice(0, limit);
  return { deliveries, next: rows.length > limit ? (deliveries.at(-1)?.id ?? null) : null };
}
