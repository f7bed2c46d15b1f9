import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { aName, createJob, openMoreActions, runNow, untilHydrated } from '#tests/e2e/job-steps.ts';

// Everyday actions on a phone.

test.use({ who: 'new', colorScheme: 'dark', viewport: { width: 360, height: 740 } });

const said = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible();

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
}

test('a job is created, run, read, paused, changed and deleted at 360 px', async ({ page, facts }) => {
  test.setTimeout(60_000);
  const name = await createJob({
    page,
    url: `${facts.echoUrl}/e2e/${'long-path-'.repeat(12)}`,
    name: aName('AnUnbrokenNameThatIsWiderThanTheScreenItStandsOn'),
    fields: {
      'Payload (JSON)': '{"until":"{{scheduled_for}}"}',
      Tags: 'a-tag-of-forty-characters-is-the-longest, b',
    },
  });
  await expectNoSidewaysScroll(page);

  await runNow(page);
  await page.getByRole('region', { name: 'Executions History' }).getByRole('link', { name: /View/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Execution Details' });
  await expect(dialog.getByRole('region', { name: 'Verdict' })).toContainText('the response was 200');
  await dialog.getByRole('tab', { name: 'Request as sent' }).click();
  await expect(dialog.getByRole('region', { name: 'Request payload' })).toContainText('"until"');
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await said(page, 'Job paused successfully.');
  await openMoreActions(page);
  await page.getByRole('link', { name: 'Edit Job' }).click();
  await page.getByLabel('Timeout (seconds)').fill('45');
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('Timeout 30s to 45s');
  await expectNoSidewaysScroll(page);

  await openMoreActions(page);
  await page.getByRole('button', { name: 'Delete Job' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  // The dialog was opened from a menu that has closed: the menu's button gets the focus.
  await expect(page.getByLabel('More actions')).toBeFocused();
  await openMoreActions(page);
  await page.getByRole('button', { name: 'Delete Job' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Job deleted successfully.');
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});

test('jobs are filtered, selected and deleted at 360 px', async ({ page, facts, expectAccessible }) => {
  test.setTimeout(60_000);
  for (const word of ['One', 'Two'])
    await createJob({ page, url: `${facts.echoUrl}/e2e`, name: aName(word) });
  await page.goto('/dashboard');
  await untilHydrated(page);
  await expect(page.getByLabel('Last result')).toBeHidden();
  await page.getByLabel('More filters').check();
  await page.getByLabel('Last result').selectOption('Failed');
  await said(page, 'No jobs match your search criteria');
  await page.getByRole('link', { name: 'Clear Filters' }).click();

  await page.getByRole('checkbox', { name: 'Select all' }).check();
  const bar = page.getByRole('group', { name: 'Selected jobs' });
  await expect(bar).toContainText('2 selected');
  expect(await bar.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  await bar.getByText('More', { exact: true }).click();
  await expectAccessible();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Successfully deleted 2 jobs');
});
