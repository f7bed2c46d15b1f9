import { beforeAll, expect, test } from 'vitest';
import { getPool } from '#server/database/db.server.ts';
import { listExecutions, pageText } from '#server/executions/history/list-executions.server.ts';
import type { Job, User } from '#server/generated/client.ts';
import { aSavedJob, aUser } from '../makers.ts';

const day = 86_400_000;
const today = Math.floor(Date.now() / day) * day;
let owner: User;
let job: Job;

// A job that ran each five minutes for six days and a half, up to the beginning of today, with its statistics; one of
// ten failed, one of a hundred was skipped, and one row covers twelve missed instants.
beforeAll(async () => {
  owner = await aUser();
  job = await aSavedJob({ owner });
  await getPool().query(
    `insert into "Execution" ("jobId", "trigger", "scheduledFor", "dueAt", "jobVersion", "outcome", "reason", "endedAt")
     select $1, 'schedule', t, t, 1,
       (case when n % 100 = 1 then 'skipped' when n % 10 = 0 then 'failed' else 'success' end)::"Outcome",
       case when n % 100 = 1 then 'overlap'::"OutcomeReason" end, t
     from generate_series(1, 1872) n, lateral (select $2::timestamptz - n * interval '5 minutes' as t) x`,
    [job.id, new Date(today)],
  );
  await getPool().query(
    `insert into "Execution" ("jobId", "trigger", "scheduledFor", "dueAt", "jobVersion", "outcome", "reason", "endedAt",
       "missedUntil", "missedCount")
     select $1, 'schedule', t, t, 1, 'missed', 'outage', t, t + interval '11 seconds', 12
     from (select $2::timestamptz - interval '1 day' + interval '1 second' as t) x`,
    [job.id, new Date(today)],
  );
  await getPool().query(
    `insert into "DailyStat" ("jobId", "day", "success", "failed", "skipped", "missed")
     select "jobId", ("dueAt" at time zone 'UTC')::date, count(*) filter (where "outcome" = 'success'),
       count(*) filter (where "outcome" = 'failed'), count(*) filter (where "outcome" = 'skipped'),
       coalesce(sum("missedCount"), 0)
     from "Execution" where "jobId" = $1 group by 1, 2`,
    [job.id],
  );
  // Days whose rows retention has removed.
  await getPool().query(
    `insert into "DailyStat" ("jobId", "day", "success") select $1, $2::date - n, 288 from generate_series(8, 60) n`,
    [job.id, new Date(today)],
  );
}, 60_000);

const totalOf = async (asked: object) =>
  (await listExecutions({ ownerId: owner.id, jobId: job.id, perPage: 1, ...asked })).total;
const rowsOf = async (condition: string) => {
  const { rows } = await getPool().query<{ count: number }>(
    `select count(*) as "count" from "Execution" where "jobId" = $1 and ${condition}`,
    [job.id],
  );
  return rows[0]?.count;
};

test('counting a long history by days gives the same as by rows, for each filter', async () => {
  expect(await totalOf({})).toBe(await rowsOf('true'));
  expect(await totalOf({ status: 'success' })).toBe(await rowsOf(`"outcome" = 'success'`));
  expect(await totalOf({ status: 'failed' })).toBe(await rowsOf(`"outcome" = 'failed'`));
  expect(await totalOf({ status: 'not_run' })).toBe(await rowsOf(`"outcome" in ('skipped', 'missed')`));
});

test('a running execution counts under all, and nowhere else', async () => {
  await getPool().query(
    `insert into "Execution" ("jobId", "trigger", "scheduledFor", "dueAt", "jobVersion", "claimedAt")
     values ($1, 'schedule', $2, $2, 1, $2)`,
    [job.id, new Date(today)],
  );
  expect(await totalOf({})).toBe(await rowsOf('true'));
  expect(await totalOf({ status: 'success' })).toBe(await rowsOf(`"outcome" = 'success'`));
  expect(await totalOf({ status: 'running' })).toBe(1);
});

test('a range with partial days counts their rows', async () => {
  const from = new Date(today - 6 * day + 5 * 3_600_000);
  const until = new Date(today - 5 * 3_600_000);
  const within = `"dueAt" >= '${from.toISOString()}' and "dueAt" < '${until.toISOString()}'`;
  expect(await totalOf({ from, until })).toBe(await rowsOf(within));
  expect(await totalOf({ from, until, status: 'success' })).toBe(
    await rowsOf(`${within} and "outcome" = 'success'`),
  );
});

test('a page of an old range begins at its end', async () => {
  const until = new Date(today - 5 * day);
  const { rows, nextCursor } = await listExecutions({ ownerId: owner.id, jobId: job.id, until, perPage: 2 });
  expect(rows.map(({ dueAt }) => dueAt.getTime())).toEqual(
    [300_000, 600_000].map((ago) => until.getTime() - ago),
  );
  const next = await listExecutions({
    ownerId: owner.id,
    jobId: job.id,
    until,
    perPage: 1,
    cursor: nextCursor,
  });
  expect(next.rows[0]?.dueAt.getTime()).toBe(until.getTime() - 900_000);
});

test('the few successes of a job that nearly always fails are all found, page by page', async () => {
  const failing = await aSavedJob({ owner });
  // Thirty days of failures; one success ten days ago, two eight days ago, one today.
  const successes = [10 * day - 60_000, 8 * day - 60_000, 8 * day - 120_000, -60_000];
  await getPool().query(
    `insert into "Execution" ("jobId", "trigger", "scheduledFor", "dueAt", "jobVersion", "outcome", "endedAt")
     select $1, 'schedule', t, t, 1,
       (case when t = any($3::timestamptz[]) then 'success' else 'failed' end)::"Outcome", t
     from generate_series($2::timestamptz - interval '30 days', $2::timestamptz + interval '1 hour', interval '1 minute') t`,
    [failing.id, new Date(today), successes.map((ago) => new Date(today - ago))],
  );
  await getPool().query(
    `insert into "DailyStat" ("jobId", "day", "success", "failed")
     select $1, ("dueAt" at time zone 'UTC')::date, count(*) filter (where "outcome" = 'success'),
       count(*) filter (where "outcome" = 'failed')
     from "Execution" where "jobId" = $1 group by 2`,
    [failing.id],
  );
  const pagesOf = async (perPage: number) => {
    const pages: number[][] = [];
    for (let cursor: string | null = null; ;) {
      const asked = { ownerId: owner.id, jobId: failing.id, status: 'success', perPage, cursor } as const;
      const page: Awaited<ReturnType<typeof listExecutions>> = await listExecutions(asked);
      pages.push(page.rows.map(({ dueAt }) => today - dueAt.getTime()));
      cursor = page.nextCursor;
      if (cursor === null) return pages;
    }
  };
  const [ten, one, two, now] = successes;
  expect(await pagesOf(10)).toEqual([[now, two, one, ten]]);
  expect(await pagesOf(1)).toEqual([[now], [two], [one], [ten], []]);
  expect(await pagesOf(3)).toEqual([[now, two, one], [ten]]);

  const { rows } = await getPool().query<{ 'QUERY PLAN': unknown }>(
    `explain (analyze, format json) ${pageText('success')}`,
    [failing.id, '-infinity', 'infinity', 0, 10, 0, '-infinity', 'infinity', 0],
  );
  const [, passed] = /"Rows Removed by Filter":(\d+)/.exec(JSON.stringify(rows[0]?.['QUERY PLAN'])) ?? [];
  expect(Number(passed)).toBeLessThan(11 * 24 * 60);

  // Days that are counted, but no longer kept.
  await getPool().query(
    `insert into "DailyStat" ("jobId", "day", "success") select $1, $2::date - n, 5 from generate_series(40, 60) n`,
    [failing.id, new Date(today)],
  );
  expect(await pagesOf(10)).toEqual([[now, two, one, ten]]);
});
