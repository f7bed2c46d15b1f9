import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';
import { makeJobs } from '#tests/e2e/made-jobs.ts';

// A paused or resumed row keeps its position until the next load of the list.

test.use({ who: 'new' });

const soon = { timeout: 10_000 };
const rows = (page: Page) => page.getByRole('table', { name: 'Jobs' }).locator('tbody tr');
const counters = (page: Page) => page.getByRole('region', { name: 'Counters' });

interface Given {
  page: Page;
  facts: { url: string; echoUrl: string };
  count?: number;
}

/** The list of active jobs, by name, with its live updates. */
async function openActive({ page, facts, count = 3 }: Given) {
  await makeJobs({ page, facts, count });
  const stream = page.waitForResponse('**/dashboard/live');
  await page.goto('/dashboard?filter=active&sort=name');
  await stream;
  await untilHydrated(page);
  await expect(rows(page)).toHaveCount(Math.min(count, 5));
}

/** Runs a job from elsewhere and waits until the open list has shown the run. */
async function untilLiveUpdate({ page, facts, name }: Given & { name: string }) {
  const row = rows(page).filter({ hasText: name });
  await expect(row).toContainText('Never');
  const href = await row.getByRole('link', { name, exact: true }).getAttribute('href');
  await page.request.post(`${href}/run`, { headers: { origin: facts.url }, maxRedirects: 0 });
  await expect(row).not.toContainText('Never', soon);
}

test('a row paused under the filter Active stays, with the focus, until the next load', async ({
  page,
  facts,
}) => {
  test.setTimeout(60_000);
  await openActive({ page, facts });
  await page.getByRole('button', { name: 'Pause Job 2' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Job is now paused', { exact: true })).toBeVisible();
  await expect(counters(page)).toContainText(/Active Jobs\s*2/);

  await untilLiveUpdate({ page, facts, name: 'Job 3' });
  await expect(rows(page)).toHaveText([/Job 1.*Active/, /Job 2.*Paused/, /Job 3.*Active/]);
  await expect(page.getByRole('button', { name: 'Resume Job 2' })).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page.getByText('Job is now active', { exact: true })).toBeVisible();
  await expect(rows(page)).toHaveText([/Job 1.*Active/, /Job 2.*Active/, /Job 3.*Active/]);
  await expect(counters(page)).toContainText(/Active Jobs\s*3/);

  await page.keyboard.press('Enter');
  await expect(rows(page).nth(1)).toContainText('Paused');
  await expect(counters(page)).toContainText(/Active Jobs\s*2/);
  await page.reload();
  await expect(rows(page)).toHaveText([/Job 1/, /Job 3/]);
});

test('no other row replaces a paused one in the first five, and a filter is a new load', async ({
  page,
  facts,
}) => {
  test.setTimeout(60_000);
  await openActive({ page, facts, count: 7 });
  const before = await page.evaluate(() => window.scrollY);
  await page.getByRole('button', { name: 'Pause Job 1' }).click();
  await expect(page.getByText('Job is now paused', { exact: true })).toBeVisible();
  await untilLiveUpdate({ page, facts, name: 'Job 2' });
  await expect(rows(page)).toHaveText([/Job 1.*Paused/, /Job 2/, /Job 3/, /Job 4/, /Job 5/]);
  expect(await page.evaluate(() => window.scrollY)).toBe(before);

  await page.getByRole('radio', { name: 'Paused' }).check();
  await expect(rows(page)).toHaveText([/Job 1/]);
  await page.getByRole('radio', { name: 'Active' }).check();
  await expect(rows(page)).toHaveText([/Job 2/, /Job 3/, /Job 4/, /Job 5/, /Job 6/]);
});

test('rows paused together stay too, even if the filter would leave none', async ({ page, facts }) => {
  test.setTimeout(60_000);
  await openActive({ page, facts });
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('group', { name: 'Selected jobs' }).getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Successfully paused 3 jobs', { exact: true })).toBeVisible();
  await expect(counters(page)).toContainText(/Active Jobs\s*0/);
  await expect(rows(page)).toHaveText([/Job 1.*Paused/, /Job 2.*Paused/, /Job 3.*Paused/]);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('3 jobs are as before.', { exact: true })).toBeVisible();
  await expect(rows(page)).toHaveText([/Job 1.*Active/, /Job 2.*Active/, /Job 3.*Active/]);
});
