import { beforeAll, expect, test } from 'vitest';
import { db, getPool } from '#server/database/db.server.ts';
import { listExecutions } from '#server/executions/history/list-executions.server.ts';
import { searchExecutions, searchText } from '#server/executions/history/search-executions.server.ts';
import { walkExecutions } from '#server/executions/history/walk-executions.server.ts';
import type { Job, User } from '#server/generated/client.ts';
import { fillTables } from '../fill-tables.ts';
import { aSavedJob, aUser } from '../makers.ts';

const minutes = 100_000;
const batch = 5_000;
const first = Date.parse('2026-08-01T00:00:00Z');
let owner: User;
let job: Job;

// 70 days of a minutely job, each execution with a response of 600 bytes.
beforeAll(async () => {
  owner = await aUser();
  job = await aSavedJob({ owner });
  for (let from = 0; from < minutes; from += batch) {
    await fillTables({
      text: `with made as (
         insert into "Execution" ("jobId", "trigger", "scheduledFor", "dueAt", "jobVersion", "outcome", "claimedAt",
           "startedAt", "endedAt", "durationMs", "attemptCount", "statusCode", "errorCode", "verdict")
         select $1::int, 'schedule', t, t, 1, (case when n % 50 = 0 then 'failed' else 'success' end)::"Outcome", t, t, t, 12, 1,
           case when n % 50 = 0 then 503 else 200 end, case when n % 50 = 0 then 'status_rejected' end,
           case when n % 50 = 0 then 'Failed: the response was 503; this job expects 2xx.' else 'Success: the response was 200.' end
         from (select n, $2::timestamptz + n * interval '1 minute' as t from generate_series($3::int, $4::int) n) s
         returning "id", "dueAt"),
       tried as (
         insert into "Attempt" ("executionId", "number", "startedAt") select "id", 1, "dueAt" from made returning "executionId")
       insert into "AttemptBody" ("executionId", "number", "headers", "body", "bytes")
       select "executionId", 1, '{}', repeat('lorem ipsum ', 50), 600 from tried`,
      values: [job.id, new Date(first), from, from + batch - 1],
    });
  }
  await fillTables('analyze "Execution"; analyze "Attempt"; analyze "AttemptBody"');
}, 120_000);

const find = (search: string, more: object = {}) =>
  searchExecutions({ ownerId: owner.id, jobId: job.id, search, perPage: 10, ...more });

test('U+0000, which no column can contain, is removed from the search text', async () => {
  expect((await find('the response\0 was 503')).rows).toHaveLength(10);
});

test('an execution is found by its id, status, verdict and response', async () => {
  const newest = await db().execution.findFirstOrThrow({
    where: { jobId: job.id },
    orderBy: { dueAt: 'desc' },
  });
  expect((await find(String(newest.id))).rows[0]).toMatchObject({ id: Number(newest.id) });
  expect(await find('503')).toMatchObject({ total: 20, isCut: true });
  expect((await find('EXPECTS 2xx')).total).toBe(20);
  expect((await find('Lorem Ipsum')).total).toBe(1001);
  expect((await find('100%')).total).toBe(0);
  expect((await find('lorem_ipsum')).total).toBe(0);
});

test('each page has its own rows, up to the last counted one', async () => {
  const ids = async (more: object) => (await find('lorem', more)).rows.map(({ id }) => id);
  const [first, second] = [await ids({ page: 1 }), await ids({ page: 2 })];
  expect([...first, ...second]).toEqual(await ids({ perPage: 20 }));
  expect(await ids({ page: 100 })).toHaveLength(10);
  expect(await ids({ page: 101 })).toEqual([]);
});

test('filter and dates limit the search, beyond the newest 1,000 too', async () => {
  expect((await find('lorem', { status: 'failed' })).total).toBe(1001);
  const window = { from: new Date(first), until: new Date(first + 100 * 60_000) };
  expect(await find('503', window)).toMatchObject({ total: 2, isCut: false });
  expect((await find('503', { ...window, status: 'success' })).total).toBe(0);
});

test('a search among 100,000 executions without a match ends long before its statement timeout', async () => {
  const began = performance.now();
  expect(await find('nothing says this')).toMatchObject({ total: 0, isCut: true });
  expect(performance.now() - began).toBeLessThan(3_000);
});

test('it reads the newest rows by the history index, and each body by its key', async () => {
  const client = await getPool().connect();
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain ${searchText('all').replaceAll('$1', String(job.id)).replaceAll('$2', 'null').replaceAll('$3', 'null').replaceAll('$4', "'-infinity'").replaceAll('$5', "'%x%'").replaceAll('$6', '5').replaceAll('$7', 'null').replaceAll('$8', "'{}'")}`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Execution_history');
    expect(plan).toContain('AttemptBody_pkey');
    expect(plan).not.toMatch(/Seq Scan|hashed SubPlan/);
  } finally {
    client.release();
  }
});

test.each(['all', 'success', 'failed', 'running', 'not_run'] as const)(
  'a page of %s among 100,000 executions is fast, with their count',
  async (status) => {
    const began = performance.now();
    const { total } = await listExecutions({ ownerId: owner.id, jobId: job.id, status });
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(total).toBe({ all: minutes, success: 98_000, failed: 2_000, running: 0, not_run: 0 }[status]);
  },
);

test("another account's history cannot be searched", async () => {
  const stranger = await aUser();
  await expect(
    searchExecutions({ ownerId: stranger.id, jobId: job.id, search: '503', perPage: 10 }),
  ).rejects.toMatchObject({ type: 'not_found' });
});

test('the whole history is read once, newest first, page by page', async () => {
  const asked = {
    ownerId: owner.id,
    jobId: job.id,
    search: '',
    status: 'failed',
    from: null,
    until: null,
  } as const;
  let last = Infinity;
  let count = 0;
  for await (const page of walkExecutions(asked)) {
    for (const { dueAt } of page) {
      expect(dueAt.getTime()).toBeLessThan(last);
      last = dueAt.getTime();
      count += 1;
    }
  }
  expect(count).toBe(minutes / 50);
});
