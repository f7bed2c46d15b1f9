import type { Run } from './run-statement.ts';

const batchRows = 50_000;
/** Number of the newest executions with attempts and responses. */
const rowsWithResponse = 20_000;
const historyDays = 89;
/** Among these newest rows, other jobs' rows are interleaved, as in production. */
const mixedRows = 2_000;
const otherJobs = 20;

const insertText = (from: string) => `
  insert into "Execution" ("jobId", "trigger", "scheduledFor", "dueAt", "jobVersion", "outcome", "reason", "claimedAt",
    "startedAt", "endedAt", "latenessMs", "durationMs", "attemptCount", "statusCode", "errorCode", "verdict")
  select r."jobId", 'schedule', r."at", r."at", 1, r."outcome"::"Outcome",
    case when r."outcome" = 'missed' then 'outage'::"OutcomeReason" end,
    case when r."outcome" <> 'missed' then r."at" end, case when r."outcome" <> 'missed' then r."at" end,
    r."at" + interval '180 ms', case when r."outcome" <> 'missed' then 12 end,
    case when r."outcome" <> 'missed' then 180 end, case when r."outcome" = 'missed' then 0 else 1 end,
    case r."outcome" when 'failed' then 503 when 'success' then 200 end,
    case when r."outcome" = 'failed' then 'status_rejected' end,
    case r."outcome" when 'failed' then 'Failed: the response was 503; this job expects 2xx.'
      when 'success' then 'Success: the response was 200.' end
  from (${from}) r order by r."at", r."jobId"`;

const outcomeOf = `case when n % 500 = 1 then 'missed' when n % 50 = 0 then 'failed' else 'success' end as "outcome"`;

/** Writes a history of 89 days in which one of 50 failed and one of 500 was missed, with matching statistics. */
export async function writeExecutions({
  sql,
  jobId,
  executions,
}: {
  sql: Run;
  jobId: number;
  executions: number;
}): Promise<void> {
  const [{ begin } = { begin: new Date() }] = await sql<{ begin: Date }>(
    `select date_trunc('minute', now()) - interval '${historyDays} days' as "begin"`,
  );
  const stepMs = Math.floor((historyDays * 86_400_000) / executions);
  const at = '$2::timestamptz + n * $3::float8 * interval \'1 ms\' as "at"';
  const own = `select $1::int as "jobId", n, ${at}, ${outcomeOf} from generate_series($4::int, $5::int) n`;
  const others = `
    select j."id", n, ${at.replace(' as "at"', '')}, 'success'
    from generate_series($4::int, $5::int) n, (select "id" from "Job" where "id" <> $1 order by "id" limit ${otherJobs}) j`;
  const mixedFrom = Math.max(1, executions - mixedRows + 1);
  for (let from = 1; from < mixedFrom; from += batchRows) {
    const until = Math.min(from + batchRows, mixedFrom) - 1;
    await sql(insertText(own), [jobId, begin, stepMs, from, until]);
  }
  await sql(insertText(`${own} union all ${others}`), [jobId, begin, stepMs, mixedFrom, executions]);
  await sql(
    `insert into "DailyStat" ("jobId", "day", "success", "failed", "missed", "durationSumMs", "latenessSumMs", "latenessMaxMs")
     select $1, ("dueAt" at time zone 'UTC')::date, count(*) filter (where "outcome" = 'success'),
       count(*) filter (where "outcome" = 'failed'), count(*) filter (where "outcome" = 'missed'),
       coalesce(sum("durationMs"), 0), coalesce(sum("latenessMs"), 0), coalesce(max("latenessMs"), 0)
     from "Execution" where "jobId" = $1 group by 2 order by 2`,
    [jobId],
  );
}

/** Writes attempts and responses of the newest executions. */
export async function writeOthers({ sql, jobId }: { sql: Run; jobId: number }): Promise<void> {
  await sql(
    `with newest as (
       select "id", "dueAt", "statusCode" from "Execution" where "jobId" = $1 and "outcome" <> 'missed'
       order by "dueAt" desc limit ${rowsWithResponse}
     ), tried as (
       insert into "Attempt" ("executionId", "number", "startedAt", "endedAt", "durationMs", "waitMs", "isReused", "statusCode")
       select "id", 1, "dueAt", "dueAt" + interval '180 ms', 180, 178, true, "statusCode" from newest order by "id"
       returning "executionId"
     )
     insert into "AttemptBody" ("executionId", "number", "headers", "body", "bytes")
     select "executionId", 1, '{"content-type":"application/json"}', '{"ok":true,"note":"' || repeat('x', 180) || '"}', 201
     from tried`,
    [jobId],
  );
}
