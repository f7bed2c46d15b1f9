import pg from 'pg';

/** Rows of the seed that the pictures show. */
export interface Ids {
  /** Has failed and succeeded. */
  busy: number;
  success: number;
  failed: number;
  /** Waits for its third attempt. */
  retrying: number;
  /** Fires at a fixed time in a zone whose clocks change. */
  daily: number;
  manual: number;
}

export async function readIds({ databaseUrl }: { databaseUrl: string }): Promise<Ids> {
  return withDatabase({
    databaseUrl,
    run: async (database) => {
      const job = (name: string) =>
        one({
          database,
          sql: 'select "id" from "Job" where "name" = $1 order by "id" limit 1',
          values: [name],
        });
      const execution = (jobId: number, outcome: string) =>
        one({
          database,
          sql: `select "id" from "Execution" where "jobId" = $1 and "outcome" = $2::"Outcome" order by "id" desc limit 1`,
          values: [jobId, outcome],
        });
      const busy = await job('Sync inventory to storefront');
      await leaveRetrying({ database, jobId: busy });
      // No engine runs while the clock is stopped, so its takeover is simulated.
      await database.query('update "Job" set "appliedVersion" = "desiredVersion"');
      return {
        busy,
        retrying: await one({
          database,
          sql: 'select "id" from "Execution" where "jobId" = $1 and "outcome" is null',
          values: [busy],
        }),
        success: await execution(busy, 'success'),
        failed: await execution(busy, 'failed'),
        daily: await job('Nightly invoice run'),
        manual: await job('Redeploy staging'),
      };
    },
  });
}

/** The seed has only ended executions: makes the newest fire wait for its third attempt, due in twenty seconds. */
async function leaveRetrying({ database, jobId }: { database: pg.Client; jobId: number }): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    `update "Execution" set "retryAt" = '2026-11-21T15:05:31.930Z', "deadlineAt" = '2026-11-21T15:10:00Z',
        "attemptCount" = 2, "outcome" = null, "reason" = null, "endedAt" = null, "durationMs" = null,
        "statusCode" = null, "errorCode" = null, "verdict" = null
      where "jobId" = $1 and "dueAt" = '2026-11-21T15:05:00Z' and "outcome" is not null
      returning "id"`,
    [jobId],
  );
  if (!rows[0]) return;
  await database.query('delete from "Attempt" where "executionId" = $1 and "number" > 2', [rows[0].id]);
  // The seed may have made one attempt only: the second is then a copy of the first.
  await database.query(
    `insert into "Attempt" select (jsonb_populate_record(null::"Attempt", to_jsonb("first") || jsonb_build_object(
        'number', 2,
        'startedAt', "first"."startedAt" + interval '5.2 seconds',
        'endedAt', "first"."endedAt" + interval '5.2 seconds'))).*
      from "Attempt" "first" where "executionId" = $1 and "number" = 1 on conflict do nothing`,
    [rows[0].id],
  );
  await database.query(
    `insert into "AttemptBody" select (jsonb_populate_record(null::"AttemptBody",
        to_jsonb("first") || jsonb_build_object('number', 2))).*
      from "AttemptBody" "first" where "executionId" = $1 and "number" = 1 on conflict do nothing`,
    [rows[0].id],
  );
  await database.query(
    `update "JobState" set "lastRunAt" = '2026-11-21T15:00:00Z', "lastOutcome" = 'failed' where "jobId" = $1`,
    [jobId],
  );
}

/** Hides a table while something runs, so that a page that needs it fails to load. */
export async function withoutTable({
  databaseUrl,
  table,
  run,
}: {
  databaseUrl: string;
  table: string;
  run: () => Promise<unknown>;
}): Promise<void> {
  const rename = (from: string, to: string) =>
    withDatabase({
      databaseUrl,
      run: (database) => database.query(`alter table "${from}" rename to "${to}"`),
    });
  await rename(table, `${table}Away`);
  try {
    await run();
  } finally {
    await rename(`${table}Away`, table);
  }
}

async function withDatabase<Result>({
  databaseUrl,
  run,
}: {
  databaseUrl: string;
  run: (database: pg.Client) => Promise<Result>;
}): Promise<Result> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    return await run(database);
  } finally {
    await database.end();
  }
}

async function one({
  database,
  sql,
  values,
}: {
  database: pg.Client;
  sql: string;
  values: (string | number)[];
}): Promise<number> {
  const { rows } = await database.query<{ id: string }>(sql, values);
  if (!rows[0]) throw new Error(`The seed lacks a row for a picture: ${values.join(', ')}`);
  return Number(rows[0].id);
}
