import type { Page } from '@playwright/test';
import pg from 'pg';
import type { StackFacts } from '#dev/stack/facts.ts';

interface EndedRun {
  outcome: 'success' | 'failed' | 'superseded';
  minutesAgo: number;
  /** Duration of each attempt; they are five seconds apart. */
  attemptsMs: number[];
}

const minuteMs = 60_000;
const waitMs = 5_000;

/** Runs of the job the page shows, with attempts, statistics and state as the ledger would keep them. */
export async function addEndedRuns({
  page,
  facts,
  runs,
}: {
  page: Page;
  facts: StackFacts;
  runs: EndedRun[];
}): Promise<{ ids: number[]; jobId: number; nextDueAt: (index: number) => Date }> {
  const jobId = Number(/jobs\/(\d+)/.exec(page.url())?.[1]);
  const database = new pg.Client({ connectionString: facts.databaseUrl });
  await database.connect();
  const thisMinute = Math.floor(Date.now() / minuteMs) * minuteMs;
  const dueAt = ({ minutesAgo }: EndedRun) => new Date(thisMinute - minutesAgo * minuteMs);
  const nextDueAt = (run: EndedRun) => new Date(dueAt(run).getTime() + minuteMs);
  const ids: number[] = [];
  for (const run of runs) ids.push(await writeRun({ database, jobId, run, at: dueAt(run).getTime() }));
  await writeState({ database, jobId, runs });
  await database.query(
    `select pg_notify('job_updated', "ownerId" || ':' || "id") from "Job" where "id" = $1`,
    [jobId],
  );
  await database.end();
  return { ids, jobId, nextDueAt: (index) => nextDueAt(runs[index] as EndedRun) };
}

interface Written {
  database: pg.Client;
  jobId: number;
  run: EndedRun;
  /** When it was due, UTC milliseconds. */
  at: number;
}

async function writeRun({ database, jobId, run, at }: Written): Promise<number> {
  const { outcome, attemptsMs } = run;
  const errorCode = outcome === 'success' ? null : 'status_rejected';
  const statusCode = outcome === 'success' ? 200 : 503;
  const starts = attemptsMs.map((_, index) =>
    attemptsMs.slice(0, index).reduce((sum, ms) => sum + ms + waitMs, at + 40),
  );
  const endedAt = new Date((starts.at(-1) ?? at) + (attemptsMs.at(-1) ?? 0));
  const { rows } = await database.query<{ id: string }>(
    `insert into "Execution" ("jobId", "trigger", "scheduledFor", "dueAt", "jobVersion", "outcome", "claimedAt",
       "startedAt", "endedAt", "durationMs", "latenessMs", "attemptCount", "statusCode", "errorCode", "verdict",
       "deadlineAt")
     values ($1, 'schedule', $2, $2, 1, $3::"Outcome", $2, $4, $5, $6, 40, $7, $8, $9, $10, $11) returning "id"`,
    [
      ...[jobId, new Date(at), outcome, new Date(at + 40), endedAt, endedAt.getTime() - at - 40],
      ...[attemptsMs.length, statusCode, errorCode],
      `${errorCode ? 'Failed' : 'Success'}: the response was ${statusCode}; this job expects 2xx.`,
      new Date(at + minuteMs),
    ],
  );
  const id = Number(rows[0]?.id);
  for (const [index, ms] of attemptsMs.entries()) {
    const startedAt = starts[index] ?? at;
    const times = [new Date(startedAt), new Date(startedAt + ms), ms];
    await database.query(
      `insert into "Attempt" ("executionId", "number", "startedAt", "endedAt", "durationMs", "waitMs", "statusCode",
         "errorCode") values ($1, $2, $3, $4, $5::int, $5::int, $6, $7)`,
      [id, index + 1, ...times, statusCode, errorCode],
    );
  }
  await database.query(
    `insert into "DailyStat" as d ("jobId", "day", "${outcome}")
     values ($1, ($2::timestamptz at time zone 'UTC')::date, 1)
     on conflict ("jobId", "day") do update set "${outcome}" = d."${outcome}" + 1`,
    [jobId, new Date(at)],
  );
  return id;
}

async function writeState({
  database,
  jobId,
  runs,
}: {
  database: pg.Client;
  jobId: number;
  runs: EndedRun[];
}): Promise<void> {
  const instant = (run: EndedRun | undefined) =>
    run ? new Date(Date.now() - run.minutesAgo * minuteMs) : null;
  const success = runs.findLastIndex(({ outcome }) => outcome === 'success');
  const last = runs.at(-1);
  await database.query(
    `update "JobState" set "lastRunAt" = $2, "lastOutcome" = $3::"Outcome", "lastStatusCode" = $4, "failureStreak" = $5,
       "streakStartedAt" = $6, "lastSuccessAt" = $7 where "jobId" = $1`,
    [
      ...[jobId, instant(last), last?.outcome, last?.outcome === 'success' ? 200 : 503],
      ...[runs.length - success - 1, instant(runs[success + 1]), instant(runs[success])],
    ],
  );
}
