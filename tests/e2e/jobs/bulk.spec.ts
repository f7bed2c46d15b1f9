import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';
import { makeJobs } from '#tests/e2e/made-jobs.ts';

test.use({ who: 'new' });

const table = (page: Page) => page.getByRole('table', { name: 'Jobs' });
const bar = (page: Page) => page.getByRole('group', { name: 'Selected jobs' });
const counters = (page: Page) => page.getByRole('region', { name: 'Counters' });
const said = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible();

/** Below 640 px the rarer actions are in a menu. */
async function press(page: Page, name: string): Promise<void> {
  const button = bar(page).getByRole('button', { name, exact: true });
  if (!(await button.isVisible())) await bar(page).getByText('More', { exact: true }).click();
  await button.click();
}

/** The jobs of the file that Export gives. */
async function exported(page: Page): Promise<unknown[]> {
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Export')]);
  return (JSON.parse(readFileSync(await download.path(), 'utf8')) as { jobs: unknown[] }).jobs;
}

test('selected jobs are paused, restored, run, tagged and exported, and the counter follows at once', async ({
  page,
  facts,
  expectAccessible,
}) => {
  test.setTimeout(60_000);
  await makeJobs({ page, facts, count: 3 });
  await page.goto('/dashboard');
  await untilHydrated(page);
  await expect(bar(page)).toBeHidden();
  await table(page).getByRole('checkbox', { name: 'Select Job 1' }).check();
  await table(page).getByRole('checkbox', { name: 'Select Job 2' }).check();
  await expect(bar(page)).toContainText('2 selected');
  await expectAccessible();

  await press(page, 'Pause');
  await expect(counters(page)).toContainText(/Active Jobs\s*1/);
  await said(page, 'Jobs Paused');
  await said(page, 'Successfully paused 2 jobs');
  await expect(bar(page)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(counters(page)).toContainText(/Active Jobs\s*3/);

  await table(page).getByRole('checkbox', { name: 'Select all' }).check();
  await expect(bar(page)).toContainText('3 selected');
  await press(page, 'Run');
  await said(page, 'Successfully triggered 3 jobs.');

  await table(page).getByRole('checkbox', { name: 'Select Job 3' }).check();
  await press(page, 'Tag');
  await page.getByRole('dialog').getByLabel('Tag').fill('ops');
  await page.getByRole('dialog').getByRole('button', { name: 'Tag' }).click();
  await said(page, 'Tagged 1 job with ops.');
  await page.locator('select[name=tag]').selectOption('ops');
  await expect(table(page).getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: /Tag ops.*remove/ }).click();
  await expect(table(page).getByRole('row')).toHaveCount(4);

  await table(page).getByRole('checkbox', { name: 'Select Job 3' }).check();
  expect(await exported(page)).toMatchObject([{ name: 'Job 3', tags: ['ops'] }]);
});

test('selecting all matching jobs includes those on no page; deleting asks first', async ({
  page,
  facts,
}) => {
  test.setTimeout(60_000);
  await makeJobs({ page, facts, count: 7 });
  await page.goto('/dashboard?search=job');
  await untilHydrated(page);
  await expect(table(page).getByRole('row')).toHaveCount(6);
  await table(page).getByRole('checkbox', { name: 'Select all' }).check();
  await expect(bar(page)).toContainText('5 selected');
  await press(page, 'Select all 7 matching');
  await expect(bar(page)).toContainText('7 selected');
  expect(await exported(page)).toHaveLength(7);
  await press(page, 'Pause');
  await said(page, 'Successfully paused 7 jobs');
  await expect(counters(page)).toContainText(/Active Jobs\s*0/);

  await table(page).getByRole('checkbox', { name: 'Select all' }).check();
  await press(page, 'Resume');
  await said(page, 'Jobs Activated');
  await said(page, 'Successfully activated 5 jobs');

  await table(page).getByRole('checkbox', { name: 'Select all' }).check();
  await press(page, 'Select all 7 matching');
  await press(page, 'Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete 7 Jobs' });
  await expect(question).toContainText(
    'Are you sure? This will permanently delete 7 selected jobs and cannot be undone.',
  );
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Jobs Deleted');
  await said(page, 'Successfully deleted 7 jobs');
  await expect(page.getByText('No jobs match your search criteria')).toBeVisible();
  await expect(counters(page)).toContainText(/Total Jobs\s*0/);
});

test('keys move through the rows and do what the buttons do', async ({ page, facts }) => {
  test.setTimeout(60_000);
  await makeJobs({ page, facts, count: 2 });
  await page.goto('/dashboard?sort=name');
  await untilHydrated(page);
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await page.keyboard.press('j');
  await expect(link('Job 1')).toBeFocused();
  await page.keyboard.press('j');
  await expect(link('Job 2')).toBeFocused();
  await page.keyboard.press('k');
  await expect(link('Job 1')).toBeFocused();
  await page.keyboard.press('x');
  await expect(bar(page)).toContainText('1 selected');
  await page.keyboard.press('x');
  await page.keyboard.press('p');
  await said(page, 'Job is now paused');
  await expect(link('Job 1')).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await said(page, 'Job triggered successfully. Check executions for results.');
  await page.getByLabel('Search jobs').focus();
  await page.keyboard.type('jx');
  await expect(page.getByText('No jobs match your search criteria')).toBeVisible();

  // By keyboard alone: selected, deleted, and confirmed.
  await page.goto('/dashboard?sort=name');
  await untilHydrated(page);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await bar(page).getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await said(page, 'Successfully deleted 1 job');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(table(page).getByRole('row')).toHaveCount(2);
  await page.keyboard.press('j');
  await expect(link('Job 2')).toBeFocused();
  await page.keyboard.press('e');
  await expect(page).toHaveURL(/\/edit$/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused();
  await page.keyboard.press('j');
  await expect(link('Job 2')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Job 2' })).toBeVisible();
});

test('columns are sorted by links, both ways, and the address keeps the order', async ({ page, facts }) => {
  await makeJobs({ page, facts, count: 2 });
  await page.goto('/dashboard?search=job');
  await untilHydrated(page);
  const head = table(page).getByRole('columnheader', { name: 'Name' });
  await head.getByRole('link').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await head.getByRole('link').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/search=job.*sort=name.*order=desc/);
  await expect(table(page).getByRole('row').nth(1)).toContainText('Job 2');
  await page.getByLabel('Last result').selectOption('Failed');
  await expect(page.getByText('No jobs match your search criteria')).toBeVisible();
  await page.getByRole('link', { name: 'Clear Filters' }).click();
  await expect(table(page).getByRole('row')).toHaveCount(3);
  await expect(page.getByLabel('Last result')).toHaveValue('');
});

for (const width of [1280, 360]) {
  test.describe(`without JavaScript at ${width} px`, () => {
    test.use({ javaScriptEnabled: false, viewport: { width, height: 800 } });

    test('many jobs are paused, tagged and, after a confirmation, deleted by plain forms', async ({
      page,
      facts,
    }) => {
      await makeJobs({ page, facts, count: 6 });
      await page.goto('/dashboard');
      await table(page).getByRole('checkbox', { name: 'Select Job 1' }).check();
      await press(page, 'Pause');
      await said(page, 'Successfully paused 1 job');

      await table(page).getByRole('checkbox', { name: 'Select all' }).check();
      await bar(page).getByRole('checkbox', { name: 'Select all 6 matching' }).check();
      await press(page, 'Tag');
      await page.getByLabel('Tag', { exact: true }).fill('ops');
      await page.getByRole('button', { name: 'Tag', exact: true }).click();
      await said(page, 'Tagged 6 jobs with ops.');

      await table(page).getByRole('checkbox', { name: 'Select all' }).check();
      await press(page, 'Delete');
      await expect(page.getByRole('heading', { level: 1, name: 'Delete 5 Jobs' })).toBeVisible();
      await said(page, 'Are you sure? This will permanently delete 5 selected jobs and cannot be undone.');
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await said(page, 'Successfully deleted 5 jobs');
      await expect(table(page).getByRole('row')).toHaveCount(2);
    });
  });
}
