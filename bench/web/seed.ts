import { jobInput } from '#domain/job/job.ts';
import { createSession } from '#server/accounts/sessions/create-session.server.ts';
import { db } from '#server/database/db.server.ts';
import { sealJob } from '#server/jobs/versions/seal-job.server.ts';
import { sealSnapshot } from '#server/jobs/versions/seal-snapshot.server.ts';
import { say } from '../say.ts';
import { type Run, run } from './run-statement.ts';
import { writeExecutions, writeOthers } from './seed-executions.ts';

interface SeededWeb {
  ownerId: number;
  /** Id of the job with the long history. */
  jobId: number;
  /** Id of a failed execution of it, with its response. */
  executionId: number;
  /** Session token of the owner. */
  token: string;
}

/** Creates one owner with many jobs, each with 30 days of history, and one more with a long history. */
export async function seedWeb({
  jobs,
  executions,
  databaseUrl,
}: {
  jobs: number;
  executions: number;
  databaseUrl: string;
}): Promise<SeededWeb> {
  const { id: ownerId } = await db().user.create({
    data: {
      issuer: 'bench',
      subject: 'bench',
      email: 'bench@example.com',
      emailVerified: true,
      tier: 'ultimate',
    },
  });
  const request = { id: 'bench', ip: '127.0.0.1', userAgent: 'bench' };
  const { token } = await createSession({ tx: db(), userId: ownerId, authenticatedAt: new Date(), request });
  return run(databaseUrl, async (sql) => {
    say(`Writing ${jobs} jobs …`);
    await writeJobs({ sql, ownerId, jobs });
    const [{ id: jobId } = { id: 0 }] = await sql<{ id: number }>('select min("id") as "id" from "Job"');
    await writeDays({ sql, jobId });
    say(`Writing ${executions} executions …`);
    await writeExecutions({ sql, jobId, executions });
    await writeOthers({ sql, jobId });
    await writeMinutes({ sql, ownerId });
    say('Vacuum, as autovacuum leaves the tables …');
    await sql('vacuum (analyze)');
    const [{ id: executionId } = { id: 0 }] = await sql<{ id: number }>(
      `select max("id") as "id" from "Execution" where "jobId" = $1 and "outcome" = 'failed'`,
      [jobId],
    );
    return { ownerId, jobId, executionId, token };
  });
}

/** Inserts jobs by SQL, but with the columns the form would seal: all jobs have the same text in them. */
export async function writeJobs({
  sql,
  ownerId,
  jobs,
}: {
  sql: Run;
  ownerId: number;
  jobs: number;
}): Promise<void> {
  const input = jobInput.parse({
    ...{ name: 'Bench', webhookURL: 'https://shop.example.com/hooks/nightly', httpMethod: 'POST' },
    ...{ headers: { authorization: 'Bearer of-a-usual-length-0123456789' }, cronExpression: '0 * * * *' },
    ...{ payload: JSON.stringify({ hello: 'world', items: 'x'.repeat(200) }) },
  });
  const data = sealJob({ input, ownerId });
  // The first job is created normally: its sealed columns and version snapshot are copied to all others.
  const first = await db().job.create({
    data: { ...data, name: 'Every eight seconds', desiredVersion: 1, appliedVersion: 1 },
  });
  await sql(jobsText, [first.id, jobs, sealSnapshot(first)]);
}

const jobsText = `
  with made as (
    insert into "Job" ("ownerId", "name", "status", "cronExpression", "timeZone", "webhookUrl", "targetHost", "httpMethod",
      "headers", "payload", "tags", "appliedVersion", "createdAt", "updatedAt")
    select f."ownerId",
      (array['Nightly', 'Hourly', 'Weekly', 'Quarterly'])[1 + n % 4] || ' ' ||
        (array['backup', 'invoice run', 'payroll', 'report', 'cache warm-up', 'index', 'sync'])[1 + n % 7] || ' ' || n,
      (case when n % 50 = 0 then 'paused' when n % 77 = 0 then 'inactive' else 'active' end)::"JobStatus",
      case when n % 10 < 3 then (n * 7 % 60) || ' * * * *' when n % 10 < 5 then '*/' || (1 + n % 4) * 5 || ' * * * *'
        when n % 100 = 99 then null else (n * 7 % 60) || ' ' || (n % 24) || ' * * *' end,
      (array['UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata'])[1 + n % 4],
      f."webhookUrl", f."targetHost", f."httpMethod", f."headers", f."payload",
      case when n % 3 = 0 then array[(array['finance', 'ops', 'crm', 'growth', 'infra'])[1 + n % 5]]
        when n % 11 = 0 then array['ops', 'team ' || n % 20] else '{}' end,
      1, now() - interval '60 days', now() - interval '60 days'
    from "Job" f, generate_series(1, $2::int) n where f."id" = $1
    returning "id", "ownerId", "status", "cronExpression", "timeZone"
  ), all_jobs as (
    select "id", "ownerId", "status", "cronExpression", "timeZone" from made
    union all select "id", "ownerId", "status", "cronExpression", "timeZone" from "Job" where "id" = $1
  ), versions as (
    insert into "JobVersion" ("jobId", "version", "changedAt", "summary", "status", "cronExpression", "timeZone", "snapshot")
    select "id", 1, now() - interval '60 days', 'created', "status", "cronExpression", "timeZone", $3 from all_jobs
  )
  insert into "JobState" ("jobId", "ownerId", "accountedUntil", "nextRunAt", "lastRunAt", "lastOutcome", "lastStatusCode",
    "failureStreak", "streakStartedAt")
  select "id", "ownerId", now(),
    case when "status" = 'active' and "cronExpression" is not null
      then date_trunc('minute', now()) + make_interval(mins => 1 + ("id" * 7919) % 60) end,
    now() - make_interval(secs => ("id" * 104729) % 3600),
    (case when "id" % 100 = 2 then 'failed' else 'success' end)::"Outcome", case when "id" % 100 = 2 then 503 else 200 end,
    case when "id" % 100 = 2 then 1 + "id" % 7 else 0 end, case when "id" % 100 = 2 then now() - interval '5 hours' end
  from all_jobs`;

/** Writes thirty days of all jobs but one, day by day: a job's rows are as far apart as in production. */
export async function writeDays({ sql, jobId }: { sql: Run; jobId: number }): Promise<void> {
  await sql(
    `insert into "DailyStat" ("jobId", "day", "success", "failed", "missed", "durationSumMs", "latenessSumMs", "latenessMaxMs")
     select j."id", current_date - d, 24, (j."id" + d) % 40 / 39, (j."id" + d) % 300 / 299, 24 * 180, 24 * 20, 45
     from generate_series(29, 0, -1) d, "Job" j where j."id" <> $1 order by d desc, j."id"`,
    [jobId],
  );
}

async function writeMinutes({ sql, ownerId }: { sql: Run; ownerId: number }): Promise<void> {
  await sql(
    `insert into "OwnerMinute" ("ownerId", "minute", "shard", "success", "failed")
     select $1, date_trunc('minute', now()) - make_interval(mins => m), s, 150, m % 2
     from generate_series(0, 119) m, generate_series(0, 1) s`,
    [ownerId],
  );
}
