import type { Page } from '@playwright/test';
import { addHistory } from '#tests/e2e/execution-rows.ts';
import { createJob, untilHydrated } from '#tests/e2e/job-steps.ts';
import { closeToasts, expect, expectToast, isForm, loseEach, test } from '#tests/e2e/lost-fixtures.ts';
import { makeJobs } from '#tests/e2e/made-jobs.ts';

// Further actions of the list, a job and an execution with a lost response: a row for each.

test.use({ who: 'new' });

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const bar = (page: Page) => page.getByRole('group', { name: 'Selected jobs' });
const history = (page: Page) => page.getByRole('region', { name: 'Executions History' });

test('tags, Undo and further rows of the list survive lost responses', async ({ page, cutter, facts }) => {
  await makeJobs({ page, facts, count: 6 });
  await page.goto('/dashboard?sort=name');
  await untilHydrated(page);
  const box = row(page, 'Job 1').getByRole('checkbox');
  const all = page.getByRole('switch', { name: 'Show all 6' });
  // A toast that leaves may still show its own.
  const undo = page.getByRole('button', { name: 'Undo' }).first();
  const resume = page.getByRole('button', { name: 'Resume Job 1' });
  await loseEach({
    page,
    cutter,
    acts: {
      'all rows': {
        // The switch itself keeps its new position.
        before: async () => {
          if (await all.isChecked()) await page.reload();
          await untilHydrated(page);
        },
        act: () => all.click(),
        toast: 'Failed to load dashboard data. Please try again.',
        kept: () => expect(row(page, 'Job 6')).toHaveCount(0),
        isLoad: true,
      },
      tag: {
        before: () => box.check(),
        act: async () => {
          await bar(page).getByRole('button', { name: 'Tag', exact: true }).click();
          await page.getByRole('dialog').getByLabel('Tag').fill('ops');
          await page.getByRole('dialog').getByRole('button', { name: 'Tag' }).click();
        },
        toast: 'Failed to tag jobs. Please try again.',
        kept: async () => {
          await expect(box).toBeChecked();
          await expect(row(page, 'Job 1')).not.toContainText('ops');
        },
        isUnseen: true,
      },
      undo: {
        before: async () => {
          // The job is still paused: pausing it again leaves nothing to undo.
          if (await resume.isVisible()) {
            await resume.click();
            await expectToast({ page, text: 'Job is now active' });
            await closeToasts(page);
          }
          if (!(await box.isChecked())) await box.check();
          await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
          await expect(undo).toBeVisible();
        },
        act: () => undo.click(),
        toast: 'Failed to update job statuses. Please try again.',
        kept: async () => {
          await expect(row(page, 'Job 1')).toContainText('Paused');
          await expect(undo, 'what "try again" means').toBeVisible();
        },
        isUnseen: true,
      },
    },
  });
});

test('dates, Load More, badge, a timed pause and an older version of a job survive lost responses', async ({
  page,
  cutter,
  facts,
}) => {
  const name = await createJob({ page, url: `${facts.echoUrl}/e2e`, status: 'active' });
  await addHistory({ page, facts, rows: 12 });
  const address = page.url();
  await page.goto(`${address}/edit`);
  await page.getByLabel('Job Name').fill(`${name} again`);
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${name} again` })).toBeVisible();
  await page.goto(address);
  await untilHydrated(page);
  const tenRows = () => expect(history(page).getByRole('link', { name: /View/ })).toHaveCount(10);
  const badge = page.getByRole('region', { name: 'Badge' });
  const changes = page.getByRole('region', { name: 'Changes' });
  await loseEach({
    page,
    cutter,
    acts: {
      'load more': {
        act: () => history(page).getByRole('link', { name: 'Load More' }).click(),
        toast: 'Failed to load more executions. Please try again.',
        kept: tenRows,
        isLoad: true,
      },
      'date range': {
        act: async () => {
          const start = history(page).getByLabel('Start Date');
          if (!(await start.isVisible())) await history(page).getByText('Date Range').click();
          await start.fill('2026-01-01');
          await history(page).getByLabel('End Date').fill('2026-01-02');
          await history(page).getByRole('button', { name: 'Apply' }).click();
        },
        toast: 'Failed to filter executions by date range. Please try again.',
        kept: tenRows,
        isLoad: true,
      },
      badge: {
        act: () => badge.getByRole('button', { name: 'Turn On Badge' }).click(),
        toast: 'Failed to change the badge. Please try again.',
        kept: () => expect(badge.getByRole('img')).toHaveCount(0),
        isUnseen: true,
      },
      'pause for an hour': {
        act: async () => {
          const hour = page.getByRole('button', { name: '1 Hour' });
          if (!(await hour.isVisible())) await page.getByLabel('Pause until a time').click();
          await hour.click();
        },
        toast: 'Failed to update job status. Please try again.',
        kept: () => expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible(),
        isUnseen: true,
      },
      'restore a version': {
        act: () => changes.getByRole('button', { name: 'Restore version 1' }).click(),
        toast: 'Failed to restore the version. Please try again.',
        kept: () => expect(page.getByRole('heading', { level: 1, name: `${name} again` })).toBeVisible(),
        isUnseen: true,
      },
    },
  });
});

test('the next attempt of an execution is made now, or stopped, despite lost responses', async ({
  page,
  cutter,
  facts,
}) => {
  await createJob({ page, url: `${facts.echoUrl}/status/503`, fields: { 'Retry Count': '9' } });
  await page.getByRole('button', { name: 'Run Now' }).click();
  await expect(history(page).getByRole('row', { name: /Retrying/ })).toBeVisible();
  await history(page).getByRole('link', { name: /View/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  // Opened as a page: behind a dialog a toast is not in the accessibility tree.
  await page.reload();
  await untilHydrated(page);
  const verdict = page.getByRole('region', { name: 'Verdict' });
  const stop = verdict.getByRole('button', { name: 'Stop Retrying' });
  const stillRetrying = () => expect(stop).toBeVisible();
  await loseEach({
    page,
    cutter,
    acts: {
      'retry now': {
        act: () => verdict.getByRole('button', { name: 'Retry Now' }).click(),
        toast: 'It may have started. Check the executions.',
        kept: stillRetrying,
        isUnseen: true,
      },
      'stop retrying': {
        act: () => stop.click(),
        toast: 'Failed to stop the retries. Please try again.',
        kept: stillRetrying,
        isUnseen: true,
      },
    },
  });
  // It works once the response arrives.
  expect(cutter.failed.every((one) => isForm({ method: 'POST', path: one.slice(5) }))).toBe(true);
  await stop.click();
  await expect(page.getByText('No more attempts will be made.', { exact: true })).toBeVisible();
});
