import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { aSavedJob } from '#tests/integration/makers.ts';
import { aVisitor, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

vi.mock('#server/engine/relay/push-job.server.ts', () => ({ pushJob: () => Promise.resolve() }));

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 120_000);

afterAll(() => web.stop());

async function aVisitorWithJob() {
  const { cookie, userId } = await aVisitor();
  const owner = await db().user.findUniqueOrThrow({ where: { id: userId } });
  const job = await aSavedJob({ owner, name: 'My own job' });
  return { cookie, job };
}

/** Without a table, everything that needs it fails. */
async function without<Result>({
  table,
  run,
}: {
  table: string;
  run: () => Promise<Result>;
}): Promise<Result> {
  await db().$executeRawUnsafe(`alter table "${table}" rename to "${table}Gone"`);
  try {
    return await run();
  } finally {
    await db().$executeRawUnsafe(`alter table "${table}Gone" rename to "${table}"`);
  }
}

test('a job that cannot be loaded shows a sample with executions under a banner with Retry, and no controls', async () => {
  const { cookie, job } = await aVisitorWithJob();
  const ask = () => web.ask(`/dashboard/jobs/${job.id}`, { headers: { cookie } });
  const response = await without({ table: 'DailyStat', run: ask });
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(html).toContain('Sample data: this job could not be loaded');
  expect(html).toContain('Failed to load job details. Please try again.');
  expect(html).toContain('Retry');
  expect(html).toContain('Sample: health check');
  expect(html).toContain('Showing');
  expect(html).not.toContain('My own job');
  expect(html).not.toMatch(/executions\/\d+"|View<span/);
  for (const word of ['Pause', 'Run Now', 'Edit Job']) {
    expect(html).toMatch(new RegExp(`aria-disabled="true"[^>]*>(?:<svg[\\s\\S]*?</svg>)?${word}`));
  }
  expect(html).not.toContain('Delete Job');
});

test('a filter that fails leaves the page as it is and says which filter it was', async () => {
  const { cookie, job } = await aVisitorWithJob();
  const textOf = async (search: string) => {
    const response = await web.ask(`/dashboard/jobs/${job.id}${search}`, { headers: { cookie } });
    expect(response.status).toBe(200);
    return response.text();
  };
  await without({
    table: 'AttemptBody',
    run: async () => {
      const html = await textOf('?search=abc');
      expect(html).toContain('My own job');
      expect(html).toContain('Failed to filter executions. Please try again.');
      expect(html).toContain('Retry');
      expect(await textOf('?search=abc&start=2026-01-01')).toContain(
        'Failed to filter executions by date range. Please try again.',
      );
      expect(await textOf('?search=abc&shown=20')).toContain(
        'Failed to load more executions. Please try again.',
      );
    },
  });
});

test("the history file escapes formulas, and another account's is not available", async () => {
  const { cookie, job } = await aVisitorWithJob();
  const at = new Date('2026-11-21T15:00:00Z');
  await db().execution.create({
    data: {
      ...{
        jobId: job.id,
        trigger: 'manual',
        requestId: crypto.randomUUID(),
        dueAt: at,
        startedAt: at,
        endedAt: at,
        jobVersion: 1,
        outcome: 'failed',
      },
      ...{
        statusCode: 500,
        errorCode: 'status_rejected',
        verdict: '=HYPERLINK("https://evil.example","x"), a\r\nb',
      },
    },
  });
  const path = `/dashboard/jobs/${job.id}/executions.csv`;
  const response = await web.ask(path, { headers: { cookie } });
  expect(response.headers.get('content-type')).toContain('text/csv');
  expect(response.headers.get('content-disposition')).toContain(`executions-of-job-${job.id}.csv`);
  expect(response.headers.get('cache-control')).toContain('no-store');
  const text = await response.text();
  expect(text).toContain(`"'=HYPERLINK(""https://evil.example"",""x""), a\r\nb"`);
  expect(text).toMatch(/\r\n\d+,failed,,manual,,2026-11-21T15:00:00\.000Z,/);
  expect(await db().securityEvent.count({ where: { code: 'export', subjectId: job.id } })).toBe(1);

  const other = await aVisitor();
  expect((await web.ask(path, { headers: { cookie: other.cookie } })).status).toBe(404);
});

test('in the CSV a skipped fire does not end before its start', async () => {
  const { cookie, job } = await aVisitorWithJob();
  const dueAt = new Date('2026-11-21T15:00:00.000Z');
  const skipped = { trigger: 'schedule', outcome: 'skipped', reason: 'owner', jobVersion: 1 } as const;
  await db().execution.create({
    data: {
      ...skipped,
      ...{ jobId: job.id, scheduledFor: dueAt, dueAt, endedAt: new Date(dueAt.getTime() - 300) },
    },
  });
  const response = await web.ask(`/dashboard/jobs/${job.id}/executions.csv`, { headers: { cookie } });
  const at = dueAt.toISOString();
  expect(await response.text()).toContain(`skipped,owner,schedule,${at},${at},${at},`);
});

test('a history of more than 500 rows continues by a cursor in the address, row by row', async () => {
  const { cookie, job } = await aVisitorWithJob();
  const at = Date.parse('2026-11-21T15:00:00Z');
  await db().execution.createMany({
    data: Array.from({ length: 523 }, (_, index) => ({
      jobId: job.id,
      trigger: 'schedule' as const,
      dueAt: new Date(at - index * 60_000),
      scheduledFor: new Date(at - index * 60_000),
      jobVersion: 1,
      outcome: 'success' as const,
      endedAt: new Date(at),
    })),
  });
  const loadPage = async (search: string) => {
    const html = await (await web.ask(`/dashboard/jobs/${job.id}${search}`, { headers: { cookie } })).text();
    // Only the history: the last runs are above it.
    const history = html.slice(html.indexOf('id="history"'));
    const ids = [...history.matchAll(new RegExp(`/dashboard/jobs/${job.id}/executions/(\\d+)`, 'g'))];
    const link = /<a [^>]*data-load-more[^>]*>/.exec(html)?.[0] ?? '';
    const more = /href="([^"]+)"/.exec(link)?.[1]?.replaceAll('&amp;', '&') ?? null;
    const said = /Showing (?:<!-- -->)?([\d,]+)(?:<!-- -->)? of (?:<!-- -->)?([\d,]+)/.exec(html);
    const hasWayBack = html.includes('Show the newest');
    return { ids: [...new Set(ids.map(([, id]) => Number(id)))], more, said: said?.slice(1), hasWayBack };
  };
  const searchOf = (href: string | null) => new URL(href ?? '', 'http://a.example/').search;

  const first = await loadPage('?shown=500');
  expect(first).toMatchObject({ ids: { length: 500 }, said: ['500', '523'], hasWayBack: false });
  const second = await loadPage(searchOf(first.more));
  expect(second).toMatchObject({ ids: { length: 10 }, said: ['10', '523'], hasWayBack: true });
  const third = await loadPage(searchOf(second.more));
  expect(third.ids).toHaveLength(20);
  const last = await loadPage(searchOf(third.more));
  expect(last).toMatchObject({ ids: { length: 23 }, more: null });
  expect(new Set([...first.ids, ...last.ids]).size).toBe(523);
});
