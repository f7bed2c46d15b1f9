import { beforeAll, expect, test } from 'vitest';
import type { ApiStatus } from '#domain/outcome.ts';
import { db, getPool } from '#server/database/db.server.ts';
import { listExecutions, pageText } from '#server/executions/history/list-executions.server.ts';
import { searchExecutions } from '#server/executions/history/search-executions.server.ts';
import { walkExecutions } from '#server/executions/history/walk-executions.server.ts';
import type { Job, User } from '#server/generated/client.ts';
import { aSavedJob, aUser } from '../makers.ts';

const minuteMs = 60_000;
const end = Date.UTC(2026, 2, 10);
const rows = 3_000;
const outcomes = ['success', 'failed', 'success', 'unknown', 'skipped', 'superseded', 'missed'] as const;
const statusOf: Record<(typeof outcomes)[number], ApiStatus> = {
  ...{ success: 'success', failed: 'failed', superseded: 'failed', unknown: 'failed' },
  ...{ skipped: 'not_run', missed: 'not_run' },
};

interface Made {
  dueAt: number;
  /** The status to filter by. */
  startAt: number;
  status: ApiStatus;
}

let owner: User;
let job: Job;
let made: Made[];

// Each ten minutes; most start at once, some up to three hours late, a few do not run, the last wait for a retry.
beforeAll(async () => {
  owner = await aUser({ tier: 'ultimate' });
  job = await aSavedJob({ owner });
  const all = Array.from({ length: rows }, (_, index) => {
    const dueAt = end - (index + 1) * 10 * minuteMs;
    const outcome = index < 2 ? null : (outcomes[(index * 5) % outcomes.length] ?? 'success');
    const hasRun = outcome === null || statusOf[outcome] !== 'not_run';
    const lateMs = index % 4 === 0 ? ((index * 7) % 180) * minuteMs : 12;
    return { dueAt, outcome, startedAt: hasRun ? dueAt + lateMs : null };
  });
  await db().execution.createMany({
    data: all.map(({ dueAt, outcome, startedAt }) => ({
      ...{ jobId: job.id, trigger: 'schedule', scheduledFor: new Date(dueAt), dueAt: new Date(dueAt) },
      ...{ jobVersion: 1, outcome, reason: outcome === 'skipped' ? 'overlap' : null },
      startedAt: startedAt === null ? null : new Date(startedAt),
      ...(outcome !== null && { endedAt: new Date((startedAt ?? dueAt) + 5) }),
      latenessMs: startedAt === null || outcome === null ? null : startedAt - dueAt,
    })),
  });
  await getPool().query(
    `insert into "DailyStat" ("jobId", "day", "success", "failed", "superseded", "skipped", "missed", "unknown", "latenessMaxMs")
     select "jobId", ("dueAt" at time zone 'UTC')::date, count(*) filter (where "outcome" = 'success'),
       count(*) filter (where "outcome" = 'failed'), count(*) filter (where "outcome" = 'superseded'),
       count(*) filter (where "outcome" = 'skipped'), count(*) filter (where "outcome" = 'missed'),
       count(*) filter (where "outcome" = 'unknown'), coalesce(max("latenessMs"), 0)
     from "Execution" where "jobId" = $1 and "outcome" is not null group by 1, 2`,
    [job.id],
  );
  await getPool().query('analyze "Execution"');
  made = all.map(({ dueAt, outcome, startedAt }) => ({
    ...{ dueAt, startAt: startedAt ?? dueAt },
    status: outcome === null ? 'running' : statusOf[outcome],
  }));
}, 60_000);

const at = (index: number, offsetMs = 0) => new Date(end - index * 10 * minuteMs + offsetMs);
const windows: { from: Date | null; until: Date | null }[] = [
  { from: null, until: null },
  { from: at(400), until: at(100) },
  { from: at(400, minuteMs), until: at(399, 2 * minuteMs) },
  { from: at(24 * 6, 5), until: null },
  { from: null, until: at(2_000, 13) },
  { from: at(3), until: null },
  { from: at(2_950), until: at(2_800) },
];
const statuses = ['all', 'success', 'failed', 'not_run', 'running'] as const;
const cases = windows.flatMap((window) => statuses.map((status) => ({ ...window, status })));

function expected({ from, until, status }: (typeof cases)[number]): number[] {
  return made
    .filter((one) => status === 'all' || one.status === status)
    .filter(
      ({ startAt }) =>
        (from === null || startAt >= from.getTime()) && (until === null || startAt < until.getTime()),
    )
    .map(({ dueAt }) => dueAt);
}

test.each(cases)(
  '$status from $from until $until: list, cursor, count and export use start_time',
  async (asked) => {
    const wanted = expected(asked);
    const ids = { ownerId: owner.id, jobId: job.id };
    const { rows: page, total, nextCursor } = await listExecutions({ ...ids, ...asked, perPage: 20 });
    expect(page.map(({ dueAt }) => dueAt.getTime())).toEqual(wanted.slice(0, 20));
    expect(total).toBe(wanted.length);
    const next = nextCursor && (await listExecutions({ ...ids, ...asked, perPage: 20, cursor: nextCursor }));
    if (next) expect(next.rows.map(({ dueAt }) => dueAt.getTime())).toEqual(wanted.slice(20, 40));
    const walked: number[] = [];
    for await (const part of walkExecutions({ ...ids, ...asked, search: '' }))
      walked.push(...part.map(({ dueAt }) => dueAt.getTime()));
    expect(walked).toEqual(wanted);
    const found = await searchExecutions({ ...ids, ...asked, search: 'nothing', perPage: 20 });
    expect(found.isCut).toBe(wanted.length >= 1_000);
  },
);

test('a page of a range reads its rows by the history index, and few others', async () => {
  const [from, until] = [at(2_000), at(1_900)];
  const { rows: plans } = await getPool().query<{ 'QUERY PLAN': unknown }>(
    `explain (analyze, format json) ${pageText('all')}`,
    [job.id, new Date(from.getTime() - 180 * minuteMs), until, 0, 200, 0, from, until],
  );
  const plan = JSON.stringify(plans[0]?.['QUERY PLAN']);
  expect(plan).toContain('Execution_history');
  expect(plan).not.toContain('Seq Scan');
  const removed = [...plan.matchAll(/"Rows Removed by Filter":(\d+)/g)].map(([, count]) => Number(count));
  expect(removed.reduce((sum, count) => sum + count, 0)).toBeLessThan(40);
});
