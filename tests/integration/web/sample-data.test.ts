import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { aVisitor, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 120_000);

afterAll(() => web.stop());

test('jobs that cannot be loaded show five samples under a banner with Retry, and no action works on them', async () => {
  const { cookie } = await aVisitor();
  await db().$executeRawUnsafe('alter table "DailyStat" rename to "DailyStatGone"');
  const response = await web.ask('/dashboard', { headers: { cookie } });
  await db().$executeRawUnsafe('alter table "DailyStatGone" rename to "DailyStat"');
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(html).toContain('Sample data: your jobs could not be loaded');
  expect(html).toContain('Failed to load dashboard data. Please try again.');
  expect(html).toContain('Retry');
  const rows = [...html.matchAll(/<tr[\s\S]*?<\/tr>/g)]
    .map(([row]) => row)
    .filter((row) => row.includes('Sample:'));
  expect(rows).toHaveLength(5);
  for (const row of rows) {
    expect(row).toMatch(/<button[^>]*aria-disabled="true"/);
    expect(row).not.toContain('href="/dashboard/jobs/');
  }
});
