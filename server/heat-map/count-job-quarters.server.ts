import { getPool } from '#server/database/db.server.ts';
import { ranOutcomes } from '#server/database/sql-lists.ts';
import { tierDays } from '#server/database/tier-days.ts';
import { keptHeatDays } from './heat-days.ts';

const startOfDay = `(s."day"::timestamp at time zone 'UTC')`;

const kept = tierDays({ from: 2 });

// One statement is one snapshot: the total of the day and the rows of the ledger agree. Rows added out of order (a
// restored backup, catch-up) show as another sum: -1 makes the next step read the whole day. Rows for several missed
// fires (missedUntil) have no single instant and are omitted.
const text = `
  with asked as (
    select j."id", (clock_timestamp() at time zone 'UTC')::date - least(t."days", $4::int) as "first"
    from "Job" j
    join "User" u on u."id" = j."ownerId"
    join ${kept.unnest} as t(${kept.names}) on t."tier" = u."tier"::text
    where j."id" = any($1::int[]) and j."deletedAt" is null
    for key share of j skip locked
  ), stale as (
    select d."jobId", d."day", d."success" + d."failed" + d."superseded" + d."unknown" as "total",
      coalesce(q."openFrom", 0) as "openFrom", q."quarters", q."runs", q."failures", q."late", q."latenessSumMs",
      q."latenessMaxMs", q."timed", q."durationSumMs"
    from asked a
    join "DailyStat" d on d."jobId" = a."id"
      and d."day" >= greatest(a."first", (clock_timestamp() at time zone 'UTC')::date - $5::int)
    left join "QuarterHourStat" q on q."jobId" = d."jobId" and q."day" = d."day"
    where d."success" + d."failed" + d."superseded" + d."unknown" <> coalesce(q."counted", 0)
    order by d."jobId", d."day" limit $6
  )
  insert into "QuarterHourStat" as q ("jobId", "day", "counted", "openFrom", "quarters", "runs", "failures", "late",
    "latenessSumMs", "latenessMaxMs", "timed", "durationSumMs")
  select s."jobId", s."day",
    case when s."openFrom" = 0 or n."sum" = s."total" then s."total" else -1 end,
    case when s."openFrom" = 0 or n."sum" = s."total"
      then coalesce(least(o."quarter", n."last"), s."openFrom") else 0 end,
    n."quarters", n."runs", n."failures", n."late", n."latenessSumMs", n."latenessMaxMs", n."timed", n."durationSumMs"
  from stale s
  cross join lateral (
    select coalesce(sum(m."runs"), 0) as "sum", max(m."quarter") as "last",
      ${['quarter', 'runs', 'failures', 'late', 'latenessSumMs', 'latenessMaxMs', 'timed', 'durationSumMs']
        .map(
          (name) =>
            `coalesce(array_agg(m."${name}" order by m."quarter"), '{}') as "${name === 'quarter' ? 'quarters' : name}"`,
        )
        .join(', ')}
    from (
      select k.* from unnest(s."quarters", s."runs", s."failures", s."late", s."latenessSumMs", s."latenessMaxMs",
        s."timed", s."durationSumMs") as k("quarter", "runs", "failures", "late", "latenessSumMs", "latenessMaxMs",
        "timed", "durationSumMs")
      where k."quarter" < s."openFrom"
      union all
      select floor(extract(epoch from e."dueAt" - ${startOfDay}) / 900)::int2, count(*)::int,
        (count(*) filter (where e."outcome" <> 'success'))::int,
        (count(e."latenessMs") filter (where e."scheduledFor" is not null))::int,
        coalesce(sum(e."latenessMs") filter (where e."scheduledFor" is not null), 0)::int8,
        coalesce(max(e."latenessMs") filter (where e."scheduledFor" is not null), 0)::int,
        count(e."durationMs")::int, coalesce(sum(e."durationMs"), 0)::int8
      from "Execution" e
      where e."jobId" = s."jobId" and e."trigger" <> 'test' and e."outcome" in ${ranOutcomes} and e."missedUntil" is null
        and e."dueAt" >= ${startOfDay} + s."openFrom" * interval '15 minutes'
        and e."dueAt" < ${startOfDay} + interval '1 day'
      group by 1
    ) m
  ) n
  cross join lateral (
    select floor(extract(epoch from min(e."dueAt") - ${startOfDay}) / 900)::int2 as "quarter" from "Execution" e
    where e."jobId" = s."jobId" and e."trigger" <> 'test' and e."outcome" is null
      and e."dueAt" >= ${startOfDay} and e."dueAt" < ${startOfDay} + interval '1 day'
  ) o
  on conflict ("jobId", "day") do update set
    ${[
      'counted',
      'openFrom',
      'quarters',
      'runs',
      'failures',
      'late',
      'latenessSumMs',
      'latenessMaxMs',
      'timed',
      'durationSumMs',
    ]
      .map((name) => `"${name}" = excluded."${name}"`)
      .join(', ')}
  returning q."counted" = -1 as "isPart"`;

/**
 * Counts days of these jobs with changed runs, from the first quarter-hour on that had a run open then. May be
 * repeated, and run beside itself: rows are set, never added to.
 *
 * @param jobIds 200 at most
 * @param sinceDays number of days before today (UTC) to compare; the plan's retention and 28 days bound it
 * @param limit rows of one call
 * @returns number of written rows, and of those the next call has to count as a whole
 */
export async function countJobQuarters({
  jobIds,
  sinceDays,
  limit,
}: {
  jobIds: number[];
  sinceDays: number;
  limit: number;
}): Promise<{ changed: number; parts: number }> {
  const { rows } = await getPool().query<{ isPart: boolean }>({
    name: 'heat-count-quarters',
    text,
    values: [jobIds, ...kept.values, ...[keptHeatDays, sinceDays, limit]],
  });
  return { changed: rows.length, parts: rows.filter(({ isPart }) => isPart).length };
}
