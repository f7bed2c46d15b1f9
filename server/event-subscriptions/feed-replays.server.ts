import { getPool } from '#server/database/db.server.ts';
import { inTransaction, query, type Statement } from '#server/database/transaction.server.ts';
import { lanes } from './types.ts';

const eventsAtOnce = 200;
const replaysAtOnce = 20;

export const runningReplaysStatement: Statement = {
  name: 'events-running-replays',
  text: `
    select r."id" from "EventReplay" r
    join "EventSubscription" e on e."id" = r."subscriptionId" and e."disabledAt" is null and e."deletedAt" is null
    where r."endedAt" is null and (
      select count(*) from (
        select from "EventDelivery" d
        where d."subscriptionId" = r."subscriptionId" and d."lane" = ${lanes.replay} and d."state" = 'pending'
        limit ${eventsAtOnce}
      ) pending
    ) < ${eventsAtOnce}
    order by r."id" limit $1`,
};

// Locked for one worker; the next part follows when most of this one is delivered. Each part begins after the last one:
// without the offset, the planner would read and sort the whole range of times for every part.
export const feedReplayStatement: Statement = {
  name: 'events-feed-replay',
  text: `
    with replay as materialized (
      select r.*, e."ownerId" from "EventReplay" r join "EventSubscription" e on e."id" = r."subscriptionId"
      where r."id" = $1 and r."endedAt" is null
      for update of r skip locked
    ), part as materialized (
      select r."subscriptionId", e."id", e."jobId" from replay r cross join lateral (
        select e."id", e."jobId" from (
          select * from "Event" x where x."ownerId" = r."ownerId" and x."id" > r."afterId" order by x."id" offset 0
        ) e
        where e."at" >= r."from" and e."at" < r."until" and e."type" = any(r."types")
        limit $2
      ) e
    ), pending as (
      insert into "EventDelivery" ("subscriptionId", "eventId", "jobId", "lane")
      select "subscriptionId", "id", "jobId", ${lanes.replay} from part order by "id"
    ), streams as (
      insert into "EventStream" ("subscriptionId", "lane", "jobId")
      select distinct "subscriptionId", ${lanes.replay}, "jobId" from part order by 1, 3
      on conflict ("subscriptionId", "lane", "jobId") do update set "nextAt" = "EventStream"."nextAt"
    )
    update "EventReplay" r set
      "afterId" = coalesce((select max("id") from part), r."afterId"),
      "enqueued" = r."enqueued" + (select count(*) from part),
      "endedAt" = case when (select count(*) from part) < $2 then clock_timestamp() end
    from replay where r."id" = replay."id"
    returning r."endedAt" is null as "isMore"`,
};

/**
 * Enqueues the next events of running replays, 200 each. Those of a replay wait in a lane after the live ones.
 * @returns whether a replay goes on
 */
export async function feedReplays(): Promise<boolean> {
  const running = await query<{ id: number }>({
    client: getPool(),
    statement: runningReplaysStatement,
    values: [replaysAtOnce],
  });
  for (const { id } of running)
    await inTransaction((client) =>
      query({ client, statement: feedReplayStatement, values: [id, eventsAtOnce] }),
    );
  return running.length > 0;
}
