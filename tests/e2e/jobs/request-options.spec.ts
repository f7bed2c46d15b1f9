import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openMoreActions, openTabOf, fillJobForm, untilHydrated } from '#tests/e2e/job-steps.ts';

test.use({ who: 'new', allowedErrors: [/status of 400/] });
test.describe.configure({ timeout: 90_000 });

const narrow = { width: 360, height: 740 };

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

const detailsOf = (page: Page) => page.getByRole('region', { name: 'Webhook Details' });

async function expectNarrowFits(page: Page): Promise<void> {
  await page.setViewportSize(narrow);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function createAndOpen({ page, name }: { page: Page; name: string }): Promise<void> {
  await page.getByRole('button', { name: 'Create Job' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('link', { name, exact: true }).click();
}

async function runAndView(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Run Now' }).click();
  await page.getByRole('region', { name: 'Executions History' }).getByRole('link', { name: /View/ }).click();
  return page.getByRole('dialog', { name: 'Execution Details' });
}

test('retry delays are set by keyboard, previewed, and shown on the job page and in Changes', async ({
  page,
  facts,
  expectAccessible,
}) => {
  const name = await fillJobForm({ page, url: `${facts.echoUrl}/status/503` });
  await untilHydrated(page);
  await openTabOf({ page, label: 'Retry Count' });
  await expect(
    page.getByText('Waits before retries: 5s, 15s, 45s, each up to 20% shorter or longer.'),
  ).toBeVisible();
  await expect(page.getByLabel('Delays, one for each retry')).toBeHidden();

  await page.getByLabel('Retry Delays').focus();
  await page.keyboard.press('L');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Delays, one for each retry')).toBeFocused();
  await page.keyboard.type('10s, soon');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('One of the delays is not valid.', { exact: false })).toBeVisible();
  await expect(page.getByLabel('Delays, one for each retry')).toBeFocused();
  await expect(page.getByLabel('Delays, one for each retry')).toHaveValue('10s, soon');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('10s, 5m');
  await expect(page.getByText('Waits before retries: 10s, 5m, 5m.', { exact: true })).toBeVisible();
  await expectAccessible();
  await expectNarrowFits(page);
  await createAndOpen({ page, name });
  await expect(detailsOf(page)).toContainText('10s, 5m, 5m');

  const dialog = await runAndView(page);
  await expect(dialog).toContainText('If it fails, the next waits are 5m, 5m');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await openMoreActions(page);
  await page.getByRole('link', { name: 'Edit Job' }).click();
  await expect(page.getByLabel('Delays, one for each retry')).toHaveValue('10s, 5m');
  await page.getByLabel('Retry Delays').selectOption('Fixed');
  await page.getByRole('textbox', { name: 'Delay', exact: true }).fill('90');
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText(
    'Retry delays 10s, 5m, exact to 1m 30s each time, exact',
  );
});

test('redirects are followed if the job says so, in a test run and in a run, and listed', async ({
  page,
  facts,
  expectAccessible,
}) => {
  const name = await fillJobForm({ page, url: `${facts.echoUrl}/redirect`, fields: { 'Retry Count': '0' } });
  await untilHydrated(page);
  await openTabOf({ page, label: 'HTTP Method' });
  const testRun = page.getByRole('region', { name: 'Test Run' });
  await testRun.getByRole('button', { name: 'Test Run' }).click();
  await expect(testRun).toContainText('turn on Follow redirects');

  await page.getByRole('checkbox', { name: 'Follow redirects' }).click();
  await testRun.getByRole('button', { name: 'Run Again' }).click();
  await expect(testRun).toContainText('the response was 200 after 1 redirect');
  await expect(testRun.getByRole('region', { name: 'Redirects followed' })).toContainText(
    `${facts.echoUrl}/`,
  );
  await createAndOpen({ page, name });
  await expect(detailsOf(page)).toContainText('Follows up to 5');

  const dialog = await runAndView(page);
  const list = dialog.getByRole('region', { name: 'Redirects followed' });
  await expect(list).toContainText('GET, 302 Found');
  await expect(list).toContainText(`${facts.echoUrl}/`);
  await expectAccessible();
  await page.setViewportSize(narrow);
  await expect(list).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('Basic is set by keyboard, never shown again, kept by an edit, and filled in by a pasted command', async ({
  page,
  facts,
  expectAccessible,
}) => {
  const name = await fillJobForm({ page, url: `${facts.echoUrl}/e2e/auth`, fields: { 'Retry Count': '0' } });
  await untilHydrated(page);
  await openTabOf({ page, label: 'HTTP Method' });
  await expect(page.getByLabel('Username')).toBeHidden();
  await page.getByLabel('Authentication').focus();
  await page.keyboard.press('B');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type('ann');
  await page.keyboard.press('Tab');
  await page.keyboard.type('s3cret-e2e');
  await expectAccessible();
  await expectNarrowFits(page);
  await createAndOpen({ page, name });
  await expect(detailsOf(page)).toContainText('Basic, user ann');

  const dialog = await runAndView(page);
  await expect(dialog.getByRole('region', { name: 'Verdict' })).toContainText('the response was 200');
  await expect(dialog.getByRole('region', { name: 'Response body' })).toContainText('Basic ********');
  await dialog.getByRole('tab', { name: 'Request as sent' }).click();
  await expect(dialog).toContainText('********');
  expect(await page.content()).not.toContain('s3cret-e2e');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await openMoreActions(page);
  await page.getByRole('link', { name: 'Edit Job' }).click();
  await expect(page.getByLabel('Username')).toHaveValue('ann');
  await expect(page.getByLabel('Password')).toHaveValue('********');
  await page.getByLabel('Username').fill('bob');
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText(
    'Authentication “Basic, user ann” to “Basic, user bob”',
  );

  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await page.getByText('Paste cURL, fetch or a crontab line').click();
  await page
    .getByLabel('Command')
    .fill(`curl -L -u ann:pw ${facts.echoUrl}/e2e -H 'sec-fetch-mode: cors' -H 'x-a: 1'`);
  await page.getByRole('button', { name: 'Fill In the Form' }).click();
  await expect(page.getByText('sec-fetch-mode')).toBeVisible();
  await openTabOf({ page, label: 'HTTP Method' });
  await expect(page.getByLabel('Username')).toHaveValue('ann');
  await expect(page.locator('[name=auth]')).toHaveValue('pw');
  await expect(page.getByRole('checkbox', { name: 'Follow redirects' })).toBeChecked();
});
