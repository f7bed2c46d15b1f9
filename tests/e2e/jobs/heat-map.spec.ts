import type { Page } from '@playwright/test';
import pg from 'pg';
import type { StackFacts } from '#dev/stack/facts.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createJob, untilHydrated } from '#tests/e2e/job-steps.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** 15:00 UTC of yesterday: within the three days of the free plan. */
const begin = Math.floor(Date.now() / dayMs) * dayMs - dayMs + 15 * hourMs;

/** "Tuesday 10:00 to 11:00" of the clocks in a zone. */
function hourName(at: number, timeZone = 'America/New_York'): string {
  const hour = (instant: number) =>
    new Date(instant).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const weekday = new Date(at).toLocaleDateString('en-US', { timeZone, weekday: 'long' });
  return `${weekday} ${hour(at)} to ${hour(at + hourMs)}`;
}

/** Two hours of the job on the page: 60 runs of which two failed, then 12 runs; counted as the maintenance task does. */
async function addRuns({ page, facts }: { page: Page; facts: StackFacts }): Promise<number> {
  const jobId = Number(/jobs\/(\d+)/.exec(page.url())?.[1]);
  const database = new pg.Client({ connectionString: facts.databaseUrl });
  await database.connect();
  await database.query(
    `insert into "Execution" ("jobId", "trigger", "scheduledFor", "dueAt", "jobVersion", "outcome", "claimedAt",
       "startedAt", "endedAt", "durationMs", "latenessMs", "attemptCount", "statusCode")
     select $1, 'schedule', at, at, 1, (case when n in (3, 40) then 'superseded' else 'success' end)::"Outcome", at, at, at,
       120, 4, 1, 200
     from generate_series(0, 71) n
     cross join lateral (select to_timestamp($2 / 1000.0)
       + (case when n < 60 then n else 60 + (n - 60) * 5 end) * interval '1 minute' as at) due`,
    [jobId, begin],
  );
  const quarters = [60, 61, 62, 63, 64, 65, 66, 67];
  const runs = [15, 15, 15, 15, 3, 3, 3, 3];
  await database.query(
    `with stat as (insert into "DailyStat" ("jobId", "day", "success", "superseded")
       values ($1, to_timestamp($2 / 1000.0) at time zone 'UTC', 70, 2))
     insert into "QuarterHourStat" values ($1, to_timestamp($2 / 1000.0) at time zone 'UTC', 72, 67, $3, $4, $5, $4, $6, $7,
       $4, $8)`,
    [
      ...[jobId, begin, quarters, runs, [1, 0, 1, 0, 0, 0, 0, 0]],
      ...[runs.map((count) => count * 4), runs.map(() => 4), runs.map((count) => count * 120)],
    ],
  );
  await database.end();
  return jobId;
}

const mapOf = (page: Page) => page.getByRole('region', { name: 'Heat map', exact: true });
const historyOf = (page: Page) => page.getByRole('region', { name: 'Executions History' });

test.describe('with JavaScript', () => {
  test.use({ who: 'new' });

  test.beforeEach(async ({ page, facts }) => {
    await createJob({ page, url: `${facts.echoUrl}/e2e`, status: 'paused' });
  });

  test('the command menu opens the heat map of all jobs', async ({ page }) => {
    await page.goto('/dashboard');
    await untilHydrated(page);
    await page.keyboard.press('Control+k');
    const menu = page.getByRole('dialog', { name: 'Command Menu' });
    await menu.getByRole('combobox').fill('heat');
    await menu.getByRole('option', { name: 'Heat Map' }).click();
    await expect(page).toHaveURL('/dashboard/heat-map');
    await expect(page.getByRole('heading', { name: 'Heat Map', level: 1 })).toBeVisible();
  });

  test('a new job says when its runs will appear', async ({ page }) => {
    await expect(mapOf(page)).toContainText('No runs counted yet.');
    await expect(mapOf(page)).toContainText('Runs appear here up to 10 minutes after they end.');
  });

  test('an hour of a job links to its executions, and for failures to the failed ones', async ({
    page,
    facts,
  }) => {
    await addRuns({ page, facts });
    await page.reload();
    const map = mapOf(page);
    await expect(map).toContainText('Last 3 days (the retention of your plan), New York');
    await expect(map).toContainText('72 runs since');
    await map.getByRole('link', { name: `${hourName(begin)}: 60 runs, 2 failed` }).click();
    await expect(historyOf(page)).toContainText('Showing 10 of 60 executions');
    await expect(historyOf(page)).toContainText(/days, \d\d:00 to \d\d:00, New York/);

    await map.getByRole('link', { name: 'Failures', exact: true }).click();
    await map.getByRole('link', { name: `${hourName(begin)}: 2 failures of 60 runs` }).click();
    await expect(historyOf(page)).toContainText('Showing 2 of 2 executions');
    await historyOf(page)
      .getByRole('link', { name: /days, .*, remove$/ })
      .click();
    await expect(page).not.toHaveURL(/weekday=/);
    await expect(historyOf(page)).toContainText('Showing 2 of 2 executions');

    await map.getByRole('link', { name: 'Duration', exact: true }).click();
    await expect(map.getByRole('link', { name: /: 120ms on average, 12 runs$/ })).toBeVisible();
    await map.getByText('As a table').click();
    await expect(map.getByRole('table').getByRole('cell', { name: '120ms' })).toHaveCount(2);
  });

  test('the header switch shows the hours in another zone', async ({ page, facts }) => {
    await addRuns({ page, facts });
    await page.reload();
    await page.getByRole('banner').getByRole('button', { name: 'UTC', exact: true }).click();
    await expect(
      mapOf(page).getByRole('link', { name: `${hourName(begin, 'UTC')}: 60 runs, 2 failed` }),
    ).toBeVisible();
  });

  test('the map is one tab stop, arrow keys move inside it, Enter opens', async ({ page, facts }) => {
    await addRuns({ page, facts });
    await page.reload();
    const map = mapOf(page);
    const cells = map.getByRole('group', { name: /by weekday and hour/ }).getByRole('link');
    await expect(cells).toHaveCount(2);
    await expect(cells.last()).toHaveAttribute('tabindex', '-1');
    await map.getByRole('link', { name: 'Duration', exact: true }).focus();
    await page.keyboard.press('Tab');
    await expect(cells.first()).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(cells.last()).toBeFocused();
    await expect(map).toContainText(`${hourName(begin + hourMs)}: 12 runs`);
    await page.keyboard.press('Enter');
    await expect(historyOf(page)).toContainText('Showing 10 of 12 executions');
  });

  test('the map of the account names the jobs of an hour', async ({ page, facts }) => {
    const name = await page.getByRole('heading', { level: 1 }).innerText();
    await addRuns({ page, facts });
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Heat map by weekday and hour' }).click();
    const map = mapOf(page);
    await map.getByRole('link', { name: 'Failures', exact: true }).click();
    await map.getByRole('link', { name: `${hourName(begin)}: 2 failures of 60 runs` }).click();
    const jobs = page.getByRole('region', { name: `Jobs, ${hourName(begin)}` });
    await expect(jobs.getByRole('row', { name: /2 failures of 60 runs/ })).toBeVisible();
    await jobs.getByRole('link', { name }).click();
    await expect(historyOf(page)).toContainText('Showing 2 of 2 executions');
    await page.goBack();
    await map.getByRole('link', { name: `${hourName(begin + hourMs)}: 0 failures of 12 runs` }).click();
    await expect(page.getByText('No jobs failed in this hour.')).toBeVisible();
  });

  for (const { width, theme } of [
    { width: 1280, theme: 'light' },
    { width: 768, theme: 'dark' },
    { width: 360, theme: 'light' },
  ] as const) {
    test(`fits ${width} px without accessibility violations, each hour at least 24 px large`, async ({
      page,
      facts,
      expectAccessible,
    }) => {
      const jobId = await addRuns({ page, facts });
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: theme });
      for (const path of [`/dashboard/jobs/${jobId}`, '/dashboard/heat-map']) {
        await page.goto(path);
        const cell = mapOf(page).getByRole('link', { name: `${hourName(begin)}: 60 runs, 2 failed` });
        await expect(cell).toBeVisible();
        const box = await cell.locator('rect').first().boundingBox();
        // One pixel on each side separates the hours.
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(22);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await expectAccessible();
      }
    });
  }
});

test.describe('without JavaScript', () => {
  test.use({ who: 'new', javaScriptEnabled: false });

  test('choices and hours are links, each a tab stop', async ({ page, facts }) => {
    await createJob({ page, url: `${facts.echoUrl}/e2e` });
    await addRuns({ page, facts });
    await page.reload();
    const map = mapOf(page);
    await map.getByRole('link', { name: 'Failures', exact: true }).click();
    const cells = map.getByRole('group', { name: /by weekday and hour/ }).getByRole('link');
    await expect(cells).toHaveCount(2);
    await expect(cells.last()).toHaveAttribute('tabindex', '0');
    await cells.filter({ has: page.locator('.heat-bar') }).click();
    await expect(historyOf(page)).toContainText('Showing 2 of 2 executions');
    await expect(page).toHaveURL(/status=failed/);
  });
});
