import { minuteMs } from '#domain/time/units.ts';
import { getPool } from '#server/database/db.server.ts';
import { scheduledTriggers } from '#server/database/sql-lists.ts';
import { inTransaction, type Client } from '#server/database/transaction.server.ts';

export const serviceDaysName = 'service-days';

const idsAtOnce = 20_000;
/** By then the first attempt of what had been claimed has ended: the longest timeout is 300 s. */
const settledMs = 8 * minuteMs;
/** All fires of a day are counted by then: an outage is recorded within a day of its end. */
const openDays = 7;

/** Position of the walk along the ids of the ledger. */
interface Walk {
  /** Up to and including this id everything is counted. */
  counted: number;
  /** The newest id of an earlier pass, and its time (UTC milliseconds). */
  seen: number;
  seenAt: number;
}

/**
 * Adds new rows of the ledger to their days for the public status page: fires, missed ones, unknown ones, skips by
 * limits of the service, and the lateness of calls. Rows inserted before the last pass are settled by now, so each is
 * counted once, regardless of its retries and its removal.
 *
 * @param isAllSettled counts up to the newest row: for a ledger without writers
 * @returns number of rows covered
 */
export async function countServiceDays({
  isStopping = () => false,
  now = Date.now(),
  isAllSettled = false,
}: {
  isStopping?: () => boolean;
  now?: number;
  isAllSettled?: boolean;
} = {}): Promise<number> {
  // At one instant with `now`: what comes later is not settled when the next run counts up to here.
  const newest = await newestId();
  let counted = 0;
  let step: Step = { went: 0, isOver: false };
  while (!step.isOver && !isStopping()) {
    step = await inTransaction((client) => takeStep({ client, now, newest, isAllSettled }));
    counted += step.went;
  }
  await getPool().query(
    `delete from "ServiceLateness" where "day" < to_timestamp($1 / 1000.0)::date - ${openDays}`,
    [now],
  );
  return counted;
}

interface Step {
  /** Number of ids covered. */
  went: number;
  isOver: boolean;
}

/**
 * Counts the next part. The position is read under a lock in the counting transaction: an abandoned run that continues
 * beside its successor counts nothing twice.
 */
async function takeStep({
  client,
  now,
  newest,
  isAllSettled,
}: {
  client: Client;
  now: number;
  newest: number;
  isAllSettled: boolean;
}): Promise<Step> {
  const walk = await lockWalk(client);
  if (!isAllSettled && now - walk.seenAt < settledMs) return { went: 0, isOver: true };
  const end = isAllSettled ? newest : walk.seen;
  const counted = Math.max(walk.counted, Math.min(walk.counted + idsAtOnce, end));
  if (counted > walk.counted) await countPart({ client, from: walk.counted, upTo: counted });
  const isOver = counted >= end;
  // An abandoned run that continues read the clock earlier than its successor.
  const seen =
    isOver && now > walk.seenAt ? { seen: newest, seenAt: now } : { seen: walk.seen, seenAt: walk.seenAt };
  await writeWalk({ client, walk: { counted, ...seen } });
  return { went: counted - walk.counted, isOver };
}

// A row for missed fires of several days: each day gets its part by time.
const daysText = `
  insert into "ServiceDay" as s ("day", "fires", "missed", "unknown", "limited")
  select d."day"::date,
    coalesce(sum(1) filter (where e."startedAt" is not null or e."outcome" is null), 0),
    coalesce(sum(p."part") filter (where e."outcome" = 'missed'), 0),
    coalesce(sum(p."part") filter (where e."outcome" = 'unknown'), 0),
    coalesce(sum(p."part") filter (where e."outcome" = 'skipped'), 0)
  from (
    select *, "dueAt" at time zone 'UTC' as "from", coalesce("missedUntil", "dueAt") at time zone 'UTC' as "to"
    from "Execution"
    where "id" > $1 and "id" <= $2 and "trigger" in ${scheduledTriggers}
      and ("outcome" is null or "outcome" <> 'skipped' or "reason" = 'limit')
  ) e
  cross join lateral generate_series(date_trunc('day', e."from"), e."to", '1 day') d("day")
  cross join lateral (
    select case when e."from"::date = e."to"::date then coalesce(e."missedCount", 1)
      else floor(e."missedCount" * extract(epoch from least(d."day" + interval '1 day', e."to") - e."from")
          / extract(epoch from e."to" - e."from"))
        - floor(e."missedCount" * extract(epoch from greatest(d."day", e."from") - e."from")
          / extract(epoch from e."to" - e."from")) end as "part"
  ) p
  group by 1 order by 1
  on conflict ("day") do update set
    "fires" = s."fires" + excluded."fires",
    "missed" = s."missed" + excluded."missed",
    "unknown" = s."unknown" + excluded."unknown",
    "limited" = s."limited" + excluded."limited"
  returning "day"::text`;

// Three digits, rounded up: the percentiles are never better than measured.
const latenessText = `
  insert into "ServiceLateness" as s ("day", "upToMs", "fires")
  select ("dueAt" at time zone 'UTC')::date,
    case when "latenessMs" < 1000 then "latenessMs"
      else ceil("latenessMs" / u."unit") * u."unit" end::int,
    count(*)::int
  from "Execution"
  cross join lateral (select power(10, floor(log(greatest("latenessMs", 1)::numeric)) - 2) as "unit") u
  where "id" > $1 and "id" <= $2 and "trigger" in ${scheduledTriggers} and "latenessMs" is not null
  group by 1, 2 order by 1, 2
  on conflict ("day", "upToMs") do update set "fires" = s."fires" + excluded."fires"`;

const percentilesText = `
  update "ServiceDay" s set "latenessP50Ms" = q."p50", "latenessP99Ms" = q."p99"
  from (
    select "day", min("upToMs") filter (where "running" >= 0.5 * "all") as "p50",
      min("upToMs") filter (where "running" >= 0.99 * "all") as "p99"
    from (
      select "day", "upToMs", sum("fires") over (partition by "day" order by "upToMs") as "running",
        sum("fires") over (partition by "day") as "all"
      from "ServiceLateness" where "day" = any($1::date[])
    ) r
    group by "day"
  ) q
  where s."day" = q."day"`;

async function countPart({
  client,
  from,
  upTo,
}: {
  client: Client;
  from: number;
  upTo: number;
}): Promise<void> {
  const { rows } = await client.query<{ day: string }>(daysText, [from, upTo]);
  await client.query(latenessText, [from, upTo]);
  if (rows.length > 0) await client.query(percentilesText, [rows.map(({ day }) => day)]);
}

async function newestId(): Promise<number> {
  const { rows } = await getPool().query<{ id: number }>(
    `select coalesce(max("id"), 0)::float8 as "id" from "Execution"`,
  );
  return rows[0]?.id ?? 0;
}

/** Made where it is not there yet: what is not there cannot be locked. */
async function lockWalk(client: Client): Promise<Walk> {
  await client.query(
    `insert into "MaintenanceTask" ("name", "startedAt") values ($1, clock_timestamp()) on conflict do nothing`,
    [serviceDaysName],
  );
  const { rows } = await client.query<{ walk: string | null }>(
    `select "walk" from "MaintenanceTask" where "name" = $1 for update`,
    [serviceDaysName],
  );
  return rows[0]?.walk ? (JSON.parse(rows[0].walk) as Walk) : { counted: 0, seen: 0, seenAt: 0 };
}

async function writeWalk({ client, walk }: { client: Client; walk: Walk }): Promise<void> {
  await client.query(`update "MaintenanceTask" set "walk" = $2 where "name" = $1`, [
    serviceDaysName,
    JSON.stringify(walk),
  ]);
}
