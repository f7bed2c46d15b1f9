import { getPool } from '#server/database/db.server.ts';
import { type Client, inTransaction } from '#server/database/transaction.server.ts';
import { lockJobs } from '#server/executions/ledger/lock-jobs.server.ts';
import { log } from '#server/log.server.ts';

/**
 * Compares a day's statistics of these jobs with the ledger. Both are written in one transaction, so a difference is a
 * bug: it is logged, and the statistics are set to the values of the rows.
 * @param day a UTC day that is over, such as "2026-11-21"
 * @returns number of repaired rows
 */
export async function repairDailyStats({ jobIds, day }: { jobIds: number[]; day: string }): Promise<number> {
  const suspects = await compareDailyStats({ client: getPool(), jobIds, day });
  if (suspects.length === 0) return 0;
  return inTransaction(async (client) => {
    // Compares again under lock: an execution of that day may have ended since the first comparison.
    const states = await lockJobs({ client, jobIds: suspects.map(({ jobId }) => jobId) });
    const days = await compareDailyStats({ client, jobIds: states.map(({ jobId }) => jobId), day });
    for (const counted of days) {
      log().error({ jobId: counted.jobId, day }, 'daily statistics differ from the ledger: repaired');
      await write({ client, day, counted });
    }
    return days.length;
  });
}

async function write({ client, day, counted }: { client: Client; day: string; counted: CountedDay }) {
  const { jobId, success, failed, superseded, skipped, missed, unknown } = counted;
  const { skippedByOwner, durationSumMs, latenessSumMs, latenessMaxMs } = counted;
  await client.query(
    `insert into "DailyStat" ("jobId", "day", "success", "failed", "superseded", "skipped", "missed", "unknown",
       "skippedByOwner", "durationSumMs", "latenessSumMs", "latenessMaxMs")
     values ($1, $2::date, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict ("jobId", "day") do update set
       "success" = excluded."success", "failed" = excluded."failed", "superseded" = excluded."superseded",
       "skipped" = excluded."skipped", "missed" = excluded."missed", "unknown" = excluded."unknown",
       "skippedByOwner" = excluded."skippedByOwner", "durationSumMs" = excluded."durationSumMs", "latenessSumMs" = excluded."latenessSumMs",
       "latenessMaxMs" = excluded."latenessMaxMs"`,
    [
      ...[jobId, day, success, failed, superseded, skipped, missed, unknown],
      ...[skippedByOwner, durationSumMs, latenessSumMs, latenessMaxMs],
    ],
  );
}

/** The counts of a job's UTC day, as the ledger's rows give them. */
interface CountedDay {
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

// A row for missed fires of several days has only their total: its job is left out. Rows are rounded one by one,
// statistics by batch: a millisecond for each execution is no difference.
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
async function compareDailyStats({
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
