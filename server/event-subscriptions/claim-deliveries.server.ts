import { columns, int } from '#server/database/columns.ts';
import { inTransaction, query, type Statement } from '#server/database/transaction.server.ts';
import type { SealedSecrets } from './event-message.server.ts';
import { lanes } from './types.ts';

/** Longer than a delivery takes: those of a dead worker are claimed again then. */
export const eventHoldMs = 45_000;
/** Deliveries of a subscription in flight, over all workers. */
export const mostInFlight = 10;
/** The share of these that replays may use: live events always find a free one. */
const mostReplaysInFlight = 4;
/** A receiver that has failed this long is probed with one delivery at a time. */
const probedAfterSeconds = 60;
const subscriptionsAtOnce = 50;

/** A delivery that this worker is to make, held for 45 s. */
export interface ClaimedDelivery extends SealedSecrets {
  subscriptionId: number;
  lane: number;
  jobId: number;
  deliveryId: number;
  /** This one included. */
  attempt: number;
  url: string;
  failingSince: Date | null;
  failures: number;
  eventId: number;
  type: string;
  at: Date;
  data: unknown;
}

// A walk over the subscriptions with pending deliveries, each by one look into the index: a long backlog of one
// costs nothing. Those with replays only take every other place, so that many of them keep no live event waiting.
// Claims of one subscription exclude each other, so that the number in flight is exact.
export const readySubscriptionsStatement: Statement = {
  name: 'events-ready',
  text: `
    with recursive waiting("id") as (
      (select "subscriptionId" from "EventStream" order by "subscriptionId" limit 1)
      union all
      select (
        select s."subscriptionId" from "EventStream" s where s."subscriptionId" > w."id"
        order by s."subscriptionId" limit 1
      ) from waiting w where w."id" is not null
    ), due as (
      select e."id", row_number() over (partition by min(l."lane") = ${lanes.replay} order by random()) as "place"
      from waiting w
      join "EventSubscription" e on e."id" = w."id" and e."disabledAt" is null and e."deletedAt" is null
      join "User" u on u."id" = e."ownerId" and u."tier" = 'ultimate' and u."suspendedAt" is null and u."deletedAt" is null
      cross join generate_series(0, 2) as l("lane")
      cross join lateral (
        select s."nextAt" from "EventStream" s where s."subscriptionId" = e."id" and s."lane" = l."lane"
        order by s."nextAt" limit 1
      ) first
      where first."nextAt" <= clock_timestamp()
      group by e."id"
    )
    select e."id", e."ownerId", e."url", e."secret", e."previousSecret", e."secretRotatedAt", e."failingSince", e."failures",
      case when e."failingSince" < clock_timestamp() - interval '${probedAfterSeconds} seconds'
        then 1 else ${mostInFlight} end as "most"
    from due d join "EventSubscription" e on e."id" = d."id"
    where e."disabledAt" is null and e."deletedAt" is null
    order by d."place" limit $1
    for no key update of e skip locked`,
};

interface Ready extends SealedSecrets {
  id: number;
  url: string;
  failingSince: Date | null;
  failures: number;
  most: number;
}

const readyColumns = columns<Ready>({ id: int(({ id }) => id), most: int(({ most }) => most) }, { from: 4 });

// Live events go first over all subscriptions too. Within a lane chance decides, so that no subscription always comes first.
// A stream that is locked gets an event just now. One without a pending delivery has lost it to retention.
export const claimDeliveriesStatement: Statement = {
  name: 'events-claim',
  text: `
    with ready as (
      select r."id", greatest(0, r."most" - count(h.*)) as "free",
        greatest(0, ${mostReplaysInFlight} - count(h.*) filter (where h."lane" = ${lanes.replay})) as "freeReplays"
      from ${readyColumns.unnest} as r(${readyColumns.names})
      left join "EventStream" h on h."subscriptionId" = r."id" and h."isHeld" and h."nextAt" > clock_timestamp()
      group by r."id", r."most"
    ), due as (
      select d.*, random() as "turn" from ready r cross join lateral (
        (
          select s."subscriptionId", s."lane", s."jobId" from "EventStream" s
          where s."subscriptionId" = r."id" and s."lane" < ${lanes.replay} and s."nextAt" <= clock_timestamp()
          order by s."lane", s."nextAt" limit r."free"
        ) union all (
          select s."subscriptionId", s."lane", s."jobId" from "EventStream" s
          where s."subscriptionId" = r."id" and s."lane" = ${lanes.replay} and s."nextAt" <= clock_timestamp()
          order by s."nextAt" limit least(r."free", r."freeReplays")
        )
        order by 2 limit r."free"
      ) d
    ), chosen as (
      (select * from due where "lane" < ${lanes.replay})
      union all (select * from due where "lane" = ${lanes.replay} order by "turn" limit $3)
      order by "lane", "turn" limit $1
    ), free as materialized (
      select s."subscriptionId", s."lane", s."jobId"
      from chosen d join "EventStream" s using ("subscriptionId", "lane", "jobId")
      where s."nextAt" <= clock_timestamp()
      for update of s skip locked
    ), heads as materialized (
      select d.*, (
        select p."id" from "EventDelivery" p
        where p."subscriptionId" = d."subscriptionId" and p."lane" = d."lane" and p."jobId" = d."jobId"
          and p."state" = 'pending'
        order by p."id" limit 1
      ) as "deliveryId"
      from free d
    ), gone as (
      delete from "EventStream" s using heads h
      where h."deliveryId" is null and s."subscriptionId" = h."subscriptionId" and s."lane" = h."lane"
        and s."jobId" = h."jobId"
    ), held as (
      update "EventStream" s set "isHeld" = true, "nextAt" = clock_timestamp() + make_interval(secs => $2)
      from heads h
      where h."deliveryId" is not null and s."subscriptionId" = h."subscriptionId" and s."lane" = h."lane"
        and s."jobId" = h."jobId"
      returning h."deliveryId"
    )
    update "EventDelivery" d set "attempts" = d."attempts" + 1, "attemptedAt" = clock_timestamp()
    from held, "Event" e
    where d."id" = held."deliveryId" and e."id" = d."eventId"
    returning d."subscriptionId", d."lane"::int as "lane", d."jobId", d."id" as "deliveryId", d."attempts" as "attempt",
      e."id" as "eventId", e."type", e."at", e."data"`,
};

/**
 * Claims due deliveries, live ones first: the first pending one of each job and subscription, ten of a subscription in
 * flight at most. Nothing is sent here.
 * @param limit of deliveries
 * @param replayLimit of deliveries of replays among them
 */
export async function claimDeliveries({
  limit,
  replayLimit,
}: {
  limit: number;
  replayLimit: number;
}): Promise<ClaimedDelivery[]> {
  return inTransaction(async (client) => {
    const ready = await query<Ready>({
      client,
      statement: readySubscriptionsStatement,
      values: [subscriptionsAtOnce],
    });
    if (ready.length === 0) return [];
    const rows = await query<Omit<ClaimedDelivery, keyof Omit<Ready, 'id' | 'most'>>>({
      client,
      statement: claimDeliveriesStatement,
      values: [limit, eventHoldMs / 1_000, replayLimit, ...readyColumns.values(ready)],
    });
    const byId = new Map(ready.map(({ id, most: _, ...receiver }) => [id, receiver]));
    return rows.flatMap((row) => {
      const receiver = byId.get(row.subscriptionId);
      return receiver ? [{ ...row, ...receiver }] : [];
    });
  });
}
