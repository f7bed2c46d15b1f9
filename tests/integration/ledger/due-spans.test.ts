import { beforeAll, expect, test } from 'vitest';
import { weekHourSpans } from '#domain/schedule/week-hours.ts';
import '#domain/zones/shipped-zones.ts';
import { getPool } from '#server/database/db.server.ts';
import { spanValues } from '#server/executions/history/due-spans.server.ts';
import { listExecutions, pageWithinText } from '#server/executions/history/list-executions.server.ts';
import { searchExecutions } from '#server/executions/history/search-executions.server.ts';
import { walkExecutions } from '#server/executions/history/walk-executions.server.ts';
import { fillTables } from '../fill-tables.ts';
import { aLedgerJob, minuteMs } from './kit.ts';

const until = Date.parse('2026-11-26T00:00:00Z');
const from = until - 90 * 1440 * minuteMs;
let ownerId = 0;
let jobId = 0;

// Every ten minutes of 90 days; each fifth failed, and started an hour late.
beforeAll(async () => {
  ({ id: jobId, ownerId } = await aLedgerJob({ accountedUntil: until }));
  await fillTables({
    text: `insert into "Execution" ("jobId", "trigger", "scheduledFor", "dueAt", "jobVersion", "outcome", "startedAt",
       "endedAt", "statusCode")
     select $1, 'schedule', at, at, 1, (case when n % 5 = 0 then 'failed' else 'success' end)::"Outcome", at + late, at + late,
       case when n % 5 = 0 then 503 else 200 end
     from generate_series(0, 90 * 144 - 1) n
     cross join lateral (select to_timestamp($2 / 1000.0) + n * interval '10 minutes' as at,
       case when n % 5 = 0 then interval '1 hour' else interval '0' end as late) t`,
    values: [jobId, from],
  });
  await fillTables('analyze "Execution"');
});

const spans = weekHourSpans({ weekday: 'tuesday', hour: 9, timeZone: 'Europe/Paris', from, until });

test('an hour of the week has its executions by their due time, with count and cursor', async () => {
  const asked = { ownerId, jobId, spans, perPage: 4 };
  const first = await listExecutions(asked);
  // Thirteen Tuesdays of six runs each.
  expect(first.total).toBe(13 * 6);
  expect(first.rows.map(({ dueAt }) => dueAt.toISOString().slice(0, 16))).toEqual(
    ['50', '40', '30', '20'].map((minute) => `2026-11-24T08:${minute}`),
  );
  const next = await listExecutions({ ...asked, cursor: first.nextCursor });
  expect(next.rows.map(({ dueAt }) => dueAt.toISOString().slice(0, 16))).toEqual([
    '2026-11-24T08:10',
    '2026-11-24T08:00',
    '2026-11-17T08:50',
    '2026-11-17T08:40',
  ]);
  const failed = await listExecutions({ ...asked, status: 'failed', perPage: 100 });
  expect(failed.rows.every(({ outcome }) => outcome === 'failed')).toBe(true);
  expect(failed.total).toBe(failed.rows.length);
  const successes = await listExecutions({ ...asked, status: 'success', perPage: 100 });
  expect(failed.total + successes.total).toBe(13 * 6);
  expect((await listExecutions({ ...asked, spans: [] })).rows).toEqual([]);
});

test('a search and an export stay within the hour', async () => {
  const failed = await listExecutions({ ownerId, jobId, spans, status: 'failed', perPage: 100 });
  const found = await searchExecutions({ ownerId, jobId, spans, search: '503', perPage: 100 });
  expect(found.total).toBe(failed.total);
  expect(found.isCut).toBe(false);
  expect(found.rows.map(({ id }) => id)).toEqual(failed.rows.map(({ id }) => id));
  const walked = [];
  const asked = { ownerId, jobId, spans, search: '', status: 'all', from: null, until: null } as const;
  for await (const rows of walkExecutions(asked)) walked.push(...rows);
  expect(walked).toHaveLength(13 * 6);
});

test('each span of time is one scan of the history index', async () => {
  const { rows } = await getPool().query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers) ${pageWithinText('all')}`,
    [jobId, ...spanValues(spans), 'infinity', 0, 11, 0],
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Execution_history');
  expect(plan).not.toContain('Seq Scan on "Execution"');
  // The rows of the hour, and no others.
  expect(plan).not.toMatch(/Rows Removed by Filter: \d{3,}/);
});

test('more spans than a retention has days are refused', () => {
  const many = Array.from({ length: 101 }, () => ({ from: 0, until: 1 }));
  expect(() => spanValues(many)).toThrow('too many');
});
