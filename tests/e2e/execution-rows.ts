import type { Page } from '@playwright/test';
import pg from 'pg';
import type { StackFacts } from '#dev/stack/facts.ts';

/** Executions of the shown job, a minute apart, and their page update. */
export async function addHistory({
  page,
  facts,
  rows,
  minutesAgo = 1,
}: {
  page: Page;
  facts: StackFacts;
  rows: number;
  minutesAgo?: number;
}): Promise<void> {
  const jobId = Number(/jobs\/(\d+)/.exec(page.url())?.[1]);
  const database = new pg.Client({ connectionString: facts.databaseUrl });
  await database.connect();
  await database.query(
    `insert into "Execution" ("jobId", "trigger", "scheduledFor", "dueAt", "jobVersion", "outcome", "claimedAt",
       "startedAt", "endedAt", "durationMs", "latenessMs", "attemptCount", "statusCode")
     select $1, 'schedule', at, at, 1, 'success', at, at, at, 12, 3, 1, 200
     from (select date_trunc('minute', now()) - n * interval '1 minute' as at
       from generate_series($3::int, $3::int + $2::int - 1) n) due`,
    [jobId, rows, minutesAgo],
  );
  await database.query(
    `select pg_notify('job_updated', "ownerId" || ':' || "id") from "Job" where "id" = $1`,
    [jobId],
  );
  await database.end();
}
