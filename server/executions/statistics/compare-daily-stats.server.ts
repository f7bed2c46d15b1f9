import type { Client } from '#server/database/transaction.server.ts';

/** The counts of a job's UTC day, as the ledger's rows give them. */
export interface CountedDay {
  jobId: number;
  success: number;
  failed: number;
  superseded: number;
  skipped: number;
  missed: number;
  unknown: number;
  skippedByOwner: number;
  durationSumMs: number;
  latenessSumMs: number;
  latenessMaxMs: number;
}

// A counted row whose instants lie on several days says only how many there are in all: such a job is left out.
// Sums were rounded once a row here and once a batch there: a millisecond for each execution is no difference.
const text = `
  with counted as (
    select e."jobId",
      (count(*) filter (where e."outcome" = 'success'))::int as "success",
      (count(*) filter (where e."outcome" = 'failed'))::int as "failed",
      (count(*) filter (where e."outcome" = 'superseded'))::int as "superseded",
      (count(*) filter (where e."outcome" = 'skipped'))::int as "skipped",
      (coalesce(sum(coalesce(e."missedCount", 1)) filter (where e."outcome" = 'missed'), 0))::int as "missed",
      (coalesce(sum(coalesce(e."missedCount", 1)) filter (where e."outcome" = 'unknown'), 0))::int as "unknown",
      (count(*) filter (where e."outcome" = 'skipped' and e."reason" = 'owner'))::int as "skippedByOwner",
      coalesce(sum(e."durationMs"), 0)::int8 as "durationSumMs",
      coalesce(sum(e."latenessMs"), 0)::int8 as "latenessSumMs",
      coalesce(max(e."latenessMs"), 0)::int as "latenessMaxMs",
      count(*) as "rows"
    from "Execution" e
    where e."jobId" = any($1::int[]) and e."trigger" <> 'test' and e."outcome" is not null
      and e."dueAt" >= $2::date::timestamp at time zone 'UTC'
      and e."dueAt" < ($2::date + 1)::timestamp at time zone 'UTC'
    group by e."jobId"
  )
  select c."jobId", c."success", c."failed", c."superseded", c."skipped", c."missed", c."unknown",
    c."skippedByOwner", c."durationSumMs", c."latenessSumMs", c."latenessMaxMs"
  from counted c
  left join "DailyStat" d on d."jobId" = c."jobId" and d."day" = $2::date
  where not (
      d."jobId" is not null
      and (c."success", c."failed", c."superseded", c."skipped", c."missed", c."unknown", c."skippedByOwner")
        = (d."success", d."failed", d."superseded", d."skipped", d."missed", d."unknown", d."skippedByOwner")
      and abs(c."durationSumMs" - d."durationSumMs") <= c."rows"
      and abs(c."latenessSumMs" - d."latenessSumMs") <= c."rows"
      and abs(c."latenessMaxMs" - d."latenessMaxMs") <= 1
    )
    and not exists (
      select from "Execution" w
      where w."jobId" = c."jobId" and w."missedUntil" is not null
        and w."dueAt" < ($2::date + 1)::timestamp at time zone 'UTC'
        and w."missedUntil" >= $2::date::timestamp at time zone 'UTC'
        and (w."dueAt" at time zone 'UTC')::date <> (w."missedUntil" at time zone 'UTC')::date
    )`;

/**
 * Jobs with daily statistics that differ from the rows of the ledger, with the values of the rows.
 * @param day a UTC day such as "2026-11-21", no older than the shortest retention
 */
export async function compareDailyStats({
  client,
  jobIds,
  day,
}: {
  client: Pick<Client, 'query'>;
  jobIds: number[];
  day: string;
}): Promise<CountedDay[]> {
  const { rows } = await client.query<CountedDay>({
    name: 'ledger-compare-daily',
    text,
    values: [jobIds, day],
  });
  return rows;
}
