import type { Locator, Page } from '@playwright/test';
import { addEndedRuns } from '#tests/e2e/ended-rows.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createJob, openField, runNow, untilHydrated, valueOf } from '#tests/e2e/job-steps.ts';

// A refused form returns 400; the browser logs it.
test.use({ who: 'new', allowedErrors: [/status of 400/] });
test.describe.configure({ timeout: 90_000 });

const historyOf = (page: Page) => page.getByRole('region', { name: 'Executions History' });
const factsOf = (page: Page) => page.getByRole('region', { name: 'Facts and last 30 days' });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** The hour of an instant as the test's browser shows it. */
const hourOf = (at: Date | string) =>
  new Date(at).toLocaleTimeString('en-GB', {
    timeZone: 'America/New_York',
    hour: '2-digit',
    minute: '2-digit',
  });

async function instants(of: Locator): Promise<string[]> {
  return of.locator('time').evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''));
}

async function expectBeside(one: Locator, other: Locator): Promise<void> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('Nothing is shown.');
  const isApart =
    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
  expect(isApart, `${JSON.stringify(a)} lies over ${JSON.stringify(b)}`).toBe(true);
}

const expectNoSideways = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

for (const width of [1280, 360]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('a run whose retries were cut short by the next run reads failed everywhere', async ({
      page,
      facts,
      expectAccessible,
    }) => {
      const name = await createJob({
        page,
        url: `${facts.echoUrl}/status/503`,
        fields: { 'Retry Count': '4' },
      });
      const { ids, jobId, nextDueAt } = await addEndedRuns({
        page,
        facts,
        runs: [{ outcome: 'superseded', minutesAgo: 3, attemptsMs: [20, 20, 20] }],
      });
      await page.reload();
      await expect(factsOf(page).getByRole('img', { name: /^30 days: 1 failed/ })).toBeVisible();
      await expect(valueOf(factsOf(page), 'Last Run')).toContainText('Failed, 503');
      await expect(historyOf(page).getByRole('row', { name: /Failed/ })).toBeVisible();
      await page.goto(`/dashboard/jobs/${jobId}?status=failed`);
      await expect(historyOf(page).getByRole('row', { name: /Failed/ })).toHaveCount(1);
      await page.goto(`/dashboard/jobs/${jobId}?status=not_run`);
      await expect(historyOf(page).getByText('No executions found for this job.')).toBeVisible();

      await page.goto(`/dashboard/jobs/${jobId}/executions/${ids[0]}`);
      const due = `the next run was due at ${hourOf(nextDueAt(0))}`;
      const verdict = page.getByRole('region', { name: 'Verdict' });
      await expect(verdict).toContainText(`Failed: retries stopped, ${due}.`);
      await expect(verdict).toContainText('Last attempt: the response was 503');
      await expect(verdict).toContainText(`Retries stopped: ${due}.`);
      const timeline = page.getByRole('region', { name: 'Timeline' });
      await expect(timeline).toContainText('Verdict: Failed');
      await expect(timeline).toContainText(`Retries stopped, ${due}.`);
      await expect(page.getByRole('main')).not.toContainText(/superseded/i);
      await expectAccessible();
      await expectNoSideways(page);

      await page.goto('/dashboard?result=failed');
      await expect(rowOf(page, name).getByRole('img', { name: /^30 days: 1 failed/ })).toBeVisible();
    });

    test('Next Run passes over a skipped fire, in the facts and in the list', async ({ page, facts }) => {
      const name = await createJob({ page, url: `${facts.echoUrl}/e2e` });
      const fires = page.getByRole('region', { name: 'Next Runs' });
      const second = (await instants(fires.getByRole('row').filter({ hasText: /in \d/ }).nth(1)))[0] ?? '';
      await fires.getByRole('button', { name: /^Skip/ }).first().click();
      await expect(page.getByText('The run will be skipped.', { exact: true })).toBeVisible();
      await expect.poll(() => instants(valueOf(factsOf(page), 'Next Run'))).toEqual([second]);
      await page.goto(`/dashboard?search=${encodeURIComponent(name)}`);
      const hours = Math.floor((Date.parse(second) - Date.now()) / 3_600_000);
      await expect(rowOf(page, name)).toContainText(`in ${hours}h`);
    });

    test('a timed pause shows its end, and the run after it', async ({ page, facts }) => {
      const name = await createJob({ page, url: `${facts.echoUrl}/e2e` });
      await page.getByLabel('Pause until a time').click();
      await page.getByRole('button', { name: '1 Hour' }).click();
      await expect(page.getByText('Job paused successfully.', { exact: true })).toBeVisible();
      const next = valueOf(factsOf(page), 'Next Run');
      await expect(next).toContainText(/^Paused until .*\d\d:\d\d/);
      const [end = '', run = ''] = await instants(next);
      expect(Date.parse(run) - Date.parse(end)).toBeLessThan(3_600_000);
      await expect(
        page
          .getByRole('main')
          .locator('header, div')
          .filter({ has: page.getByRole('heading', { level: 1 }) })
          .first(),
      ).toContainText(`Paused until`);
      await page.goto(`/dashboard?search=${encodeURIComponent(name)}`);
      await expect(rowOf(page, name)).toContainText(`until`);
      await expect(rowOf(page, name)).toContainText(hourOf(end));
      if (width > 640) await expect(rowOf(page, name)).toContainText(`then`);
      await expectNoSideways(page);
    });

    test('a manual run shows no lateness, and the Copy button does not cover the code', async ({
      page,
      facts,
    }) => {
      await createJob({ page, url: `${facts.echoUrl}/e2e/truth` });
      await runNow(page);
      await expect(historyOf(page).getByRole('row', { name: /Success/ })).not.toContainText('+');
      await historyOf(page).getByRole('link', { name: /View/ }).click();
      const dialog = page.getByRole('dialog');
      await expect(valueOf(dialog.getByRole('region', { name: 'Facts' }), 'Start Time')).toBeVisible();
      await expect(dialog).not.toContainText('after schedule');
      const body = dialog.getByRole('region', { name: 'Response body', exact: true });
      await expectBeside(body, body.locator('xpath=..').getByRole('button', { name: 'Copy' }));
    });

    test('duration and latency are separate figures, and an older execution has its own streak', async ({
      page,
      facts,
    }) => {
      await createJob({ page, url: `${facts.echoUrl}/status/503` });
      const { ids, jobId } = await addEndedRuns({
        page,
        facts,
        runs: [
          { outcome: 'success', minutesAgo: 9, attemptsMs: [210] },
          { outcome: 'failed', minutesAgo: 7, attemptsMs: [220, 230] },
          { outcome: 'failed', minutesAgo: 5, attemptsMs: [220, 230] },
          { outcome: 'failed', minutesAgo: 3, attemptsMs: [220, 230] },
        ],
      });
      await page.reload();
      const card = page.getByRole('region', { name: 'Latency and lateness' });
      await expect(card.getByRole('img', { name: /^Latency .* median 230ms/ })).toBeVisible();
      await expect(card.getByRole('img', { name: /^Duration .* median 5,450ms/ })).toBeVisible();
      await page.goto(`/dashboard/jobs/${jobId}/executions/${ids[2]}`);
      await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('2 failures since');
      await page.goto(`/dashboard/jobs/${jobId}/executions/${ids[3]}`);
      await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('3 failures since');
    });

    test('a redirect of a test run is an absolute URL that one press puts into the form', async ({
      page,
      facts,
    }) => {
      await page.goto('/dashboard/jobs/create');
      await untilHydrated(page);
      await page.getByLabel('Webhook URL').fill(`${facts.echoUrl}/redirect`);
      const card = page.getByRole('region', { name: 'Test Run' });
      await card.getByRole('button', { name: 'Test Run' }).click();
      await expect(card).toContainText(`Redirects to${facts.echoUrl}/`, { timeout: 20_000 });
      await card.getByRole('button', { name: 'Use This Redirect' }).click();
      await expect(page.getByLabel('Webhook URL')).toHaveValue(`${facts.echoUrl}/`);
      await expect(page.getByLabel('Webhook URL')).toBeFocused();
    });

    test('a port without TLS is not explained by certificates', async ({ page, facts }) => {
      await createJob({
        page,
        url: facts.echoUrl.replace('http:', 'https:'),
        fields: { 'Retry Count': '0' },
      });
      await runNow(page, /Failed/);
      await historyOf(page).getByRole('link', { name: /View/ }).click();
      const verdict = page.getByRole('dialog').getByRole('region', { name: 'Verdict' });
      await expect(verdict).toContainText('does not speak TLS on this port');
      await expect(verdict).toContainText('Use http:// in the URL');
      await expect(verdict).not.toContainText('certificate');
    });

    test('an email job shows no webhook details, and its form no URL errors', async ({ page }) => {
      await createJob({ page, url: 'mailto:ops@example.test?subject=Report', status: 'inactive' });
      const details = page.getByRole('region', { name: 'Email Details' });
      await expect(details).toContainText('ops@example.test');
      await expect(details).toContainText('Report');
      await expect(page.getByRole('main')).not.toContainText(
        /HTTP Method|Status 2xx|\bGET\b|Webhook Details/,
      );

      await page.goto('/dashboard/jobs/create');
      await untilHydrated(page);
      await page.getByLabel('Job Name').fill('No URL');
      await page.getByLabel('Webhook URL').fill('example');
      await page.getByRole('button', { name: 'Create Job' }).click();
      const error = page.getByText(/^Enter a full URL/);
      await expect(error).toBeVisible();
      await page.getByText('Email', { exact: true }).first().click();
      await expect(error).toHaveCount(0);
      await page.getByText('Webhook', { exact: true }).first().click();
      await expect(error).toBeVisible();
    });

    test('a pattern with an unclosed bracket is refused with that reason', async ({ page, facts }) => {
      await page.goto('/dashboard/jobs/create');
      await untilHydrated(page);
      await page.getByLabel('Job Name').fill('Pattern');
      await page.getByLabel('Webhook URL').fill(`${facts.echoUrl}/e2e`);
      await (await openField({ page, label: 'Success Criterion' })).selectOption('body_match');
      await page.getByLabel('Success Pattern').fill('(unclosed');
      await page.getByRole('button', { name: 'Create Job' }).click();
      await expect(
        page.getByText('This pattern cannot be used: missing closing ): `(unclosed`.'),
      ).toBeVisible();
    });

    test('the badge of a job and its Copy button are beside each other', async ({ page, facts }) => {
      await createJob({ page, url: `${facts.echoUrl}/e2e`, status: 'paused' });
      await untilHydrated(page);
      const card = page.getByRole('region', { name: 'Badge' });
      await card.getByRole('button', { name: 'Turn On Badge' }).click();
      const code = card.getByRole('region', { name: 'Badge in Markdown' });
      await expect(code).toBeVisible();
      await expectBeside(code, card.getByRole('button', { name: 'Copy' }));
      await expectNoSideways(page);
    });

    test('Settings is marked while the plan is changed', async ({ page }) => {
      await page.goto('/dashboard/settings');
      await untilHydrated(page);
      const settings = page
        .getByRole('navigation')
        .getByRole('link', { name: 'Settings', exact: true })
        .filter({ visible: true })
        .first();
      await page.getByRole('button', { name: 'Upgrade to Premium' }).first().click();
      await page.waitForURL('**/pay/**');
      await page.getByRole('button', { name: /^(Start trial|Subscribe)$/ }).click();
      await page.getByRole('link', { name: 'Upgrade to Ultimate' }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upgrade to Ultimate?');
      await expect(page).toHaveURL(/change-plan/);
      await expect(settings).toHaveAttribute('aria-current', 'page');
      await expect(
        page
          .getByRole('navigation')
          .getByRole('link', { name: 'Dashboard' })
          .filter({ visible: true })
          .first(),
      ).not.toHaveAttribute('aria-current', 'page');
    });
  });

  test.describe(`${width} px wide, signed out`, () => {
    test.use({ who: null, viewport: { width, height: 800 } });

    test('the next five fires are five, and none of them is now', async ({ page }) => {
      await page.goto('/?cron=30+2+*+*+*');
      const rows = page.getByRole('table', { name: 'Next five runs' }).locator('tbody tr');
      await expect(rows).toHaveCount(5);
      await expect(rows.first()).toContainText(/in \d+[hm]/);
      await expect(rows.filter({ hasText: /\bnow\b/ })).toHaveCount(0);
    });
  });
}
