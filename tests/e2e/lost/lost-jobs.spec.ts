import type { Page } from '@playwright/test';
import { createJob, openMoreActions, runNow, untilHydrated } from '#tests/e2e/job-steps.ts';
import { closeToasts, expect, expectToast, isForm, loseEach, test } from '#tests/e2e/lost-fixtures.ts';

// Every action of the list, a job and an execution, with a lost response.

test.use({ who: 'new' });

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const bar = (page: Page) => page.getByRole('group', { name: 'Selected jobs' });
const history = (page: Page) => page.getByRole('region', { name: 'Executions History' });

test('the list of jobs keeps working without the response to an action, a filter or a link', async ({
  page,
  cutter,
  facts,
}) => {
  test.setTimeout(120_000);
  const name = await createJob({ page, url: `${facts.echoUrl}/e2e` });
  await page.goto('/dashboard');
  await untilHydrated(page);
  const isThere = async () => expect(row(page, name)).toBeVisible();
  const isSelected = async () => expect(row(page, name).getByRole('checkbox')).toBeChecked();
  await loseEach({
    page,
    cutter,
    acts: {
      search: {
        act: async () => {
          const search = page.getByRole('searchbox', { name: 'Search jobs', exact: true });
          await search.fill('nothing');
          await search.press('Enter');
        },
        toast: 'Failed to load dashboard data. Please try again.',
        kept: isThere,
        isLoad: true,
      },
      'link to a job': {
        act: () => page.getByRole('link', { name, exact: true }).click(),
        toast: 'Failed to load job details. Please try again.',
        kept: isThere,
        isLoad: true,
      },
      'link to another screen': {
        act: () => page.getByRole('link', { name: 'API Documentation' }).first().click(),
        toast: 'Failed to load the page. Please try again.',
        kept: isThere,
        isLoad: true,
      },
      'zone switch': {
        act: () =>
          page.getByRole('banner').getByRole('group', { name: 'Show times in' }).getByText('UTC').click(),
        toast: 'Failed to save your choice. Please try again.',
        kept: isThere,
      },
    },
  });

  // The row reverts the status it showed before the response.
  cutter.fail({ failure: 'cut-before', isMeant: isForm });
  await page.getByRole('button', { name: `Pause ${name}` }).click();
  await expectToast({ page, text: 'Failed to update job status. Please try again.' });
  await expect(row(page, name)).toContainText('Active');
  cutter.heal();
  await closeToasts(page);

  await row(page, name).getByRole('checkbox').check();
  const confirmed = (label: string) => async () => {
    await bar(page).getByRole('button', { name: label, exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: label }).click();
  };
  const plain = (label: string) => () => bar(page).getByRole('button', { name: label, exact: true }).click();
  await loseEach({
    page,
    cutter,
    acts: {
      'bulk run': {
        act: plain('Run'),
        toast: 'It may have started. Check the executions.',
        kept: isSelected,
      },
      'bulk pause': {
        act: plain('Pause'),
        toast: 'Failed to pause jobs. Please try again.',
        kept: isSelected,
      },
      'bulk resume': {
        act: plain('Resume'),
        toast: 'Failed to activate jobs. Please try again.',
        kept: isSelected,
      },
    },
  });
  cutter.fail({ failure: 'cut-before', isMeant: isForm });
  await confirmed('Delete')();
  await expectToast({ page, text: 'Failed to delete jobs. Please try again.' });
  await isSelected();
  cutter.heal();
  await closeToasts(page);
  await confirmed('Delete')();
  await expectToast({ page, text: 'Successfully deleted 1 job' });
});

test('the page of a job keeps working without the response to an action, a filter or a link', async ({
  page,
  cutter,
  facts,
}) => {
  test.setTimeout(150_000);
  const name = await createJob({ page, url: `${facts.echoUrl}/e2e` });
  await runNow(page);
  await untilHydrated(page);
  await closeToasts(page);
  const rows = async () =>
    expect(
      history(page)
        .getByRole('row', { name: /Success/ })
        .first(),
    ).toBeVisible();
  await loseEach({
    page,
    cutter,
    acts: {
      'filter of the history': {
        act: () => history(page).getByRole('link', { name: 'Failed' }).first().click(),
        toast: 'Failed to filter executions. Please try again.',
        kept: rows,
        isLoad: true,
      },
      'search in the history': {
        act: async () => {
          await history(page).getByRole('searchbox').fill('200');
          await history(page).getByRole('searchbox').press('Enter');
        },
        toast: 'Failed to filter executions. Please try again.',
        kept: rows,
        isLoad: true,
      },
      'link to the edit form': {
        act: () => page.getByRole('link', { name: 'Edit Job' }).click(),
        toast: 'Failed to load job details. Please try again.',
        kept: rows,
        isLoad: true,
      },
      'link to an execution': {
        act: () => history(page).getByRole('link', { name: /View/ }).first().click(),
        toast: 'Failed to load job details. Please try again.',
        kept: rows,
        isLoad: true,
      },
      skip: {
        act: () => page.getByRole('button', { name: /^Skip/ }).first().click(),
        toast: 'Failed to skip the run. Please try again.',
      },
      pause: {
        act: () => page.getByRole('button', { name: /^(Pause|Resume)$/ }).click(),
        toast: 'Failed to update job status. Please try again.',
      },
    },
  });
  // The cut request reached the product, the one of the gateway too: paused and resumed again.
  await page.reload();
  await untilHydrated(page);
  if (await page.getByRole('button', { name: 'Resume' }).isVisible())
    await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();

  cutter.fail({ failure: 'cut-before', isMeant: isForm });
  await openMoreActions(page);
  await page.getByRole('button', { name: 'Delete Job' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast({ page, text: 'Failed to delete job. Please try again.' });
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  cutter.heal();
  await closeToasts(page);
  await openMoreActions(page);
  await page.getByRole('button', { name: 'Delete Job' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast({ page, text: 'Job deleted successfully.' });
});

test('a run whose response was lost is not started twice, and the message does not suggest it', async ({
  page,
  cutter,
  facts,
}) => {
  await createJob({ page, url: `${facts.echoUrl}/e2e` });
  await untilHydrated(page);
  // Chromium sends a form again by itself when a kept connection breaks without a response.
  cutter.fail({ failure: 'cut', isMeant: isForm });
  await page.getByRole('button', { name: 'Run Now' }).click();
  await expectToast({ page, text: 'It may have started. Check the executions.' });
  expect(cutter.failed.length).toBeGreaterThan(0);
  cutter.heal();
  await page.reload();
  await expect(history(page).getByRole('row', { name: /Success/ })).toHaveCount(1);
});

test('an execution keeps working without the response to an action', async ({ page, cutter, facts }) => {
  await createJob({ page, url: `${facts.echoUrl}/e2e` });
  await runNow(page);
  await history(page).getByRole('link', { name: /View/ }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.reload();
  await untilHydrated(page);
  await loseEach({
    page,
    cutter,
    acts: {
      replay: {
        act: async () => {
          await page.getByLabel('Replay', { exact: true }).click();
          await page.getByRole('button', { name: 'Replay version 1' }).click();
        },
        toast: 'It may have started. Check the executions.',
        kept: () => expect(page.getByRole('region', { name: 'Facts' })).toBeVisible(),
      },
    },
  });
});
