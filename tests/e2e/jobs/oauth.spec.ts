import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { fillJobForm, openMoreActions, openTabOf, untilHydrated } from '#tests/e2e/job-steps.ts';

test.use({ who: 'new', allowedErrors: [/status of 400/] });
test.describe.configure({ timeout: 120_000 });

const secret = 'machine-secret';

async function fillClient({ page, tokenUrl }: { page: Page; tokenUrl: string }) {
  await page.getByLabel('Authentication', { exact: true }).selectOption('OAuth 2 client credentials');
  await page.getByLabel('Token URL').fill(tokenUrl);
  await page.getByLabel('Client ID').fill('punctual-machine');
  await page.getByLabel('Client Secret').fill(secret);
}

test('OAuth 2 client credentials are set, tested, used and kept secret; a wrong secret is explained', async ({
  page,
  facts,
  expectAccessible,
}) => {
  const name = await fillJobForm({ page, url: `${facts.echoUrl}/e2e/oauth`, fields: { 'Retry Count': '0' } });
  await untilHydrated(page);
  await openTabOf({ page, label: 'HTTP Method' });
  await expect(page.getByLabel('Token URL')).toBeHidden();
  await fillClient({ page, tokenUrl: 'id.example.com' });
  await expect(page.getByLabel('Username')).toBeHidden();
  await expect(page.getByLabel('Header Name')).toBeHidden();
  await expectAccessible();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Create Job' }).click();
  await expect(page.getByText('Enter the full token URL', { exact: false })).toBeVisible();

  await page.getByLabel('Token URL').fill(`${facts.identityUrl}/token`);
  const testRun = page.getByRole('region', { name: 'Test Run' });
  await testRun.getByRole('button', { name: 'Test Run' }).click();
  await expect(testRun).toContainText('the response was 200');
  await expect(testRun).toContainText('Bearer ********');
  await page.getByLabel('Client Secret').fill('wrong');
  await testRun.getByRole('button', { name: 'Run Again' }).click();
  await expect(testRun).toContainText('the token URL responded with 401 (invalid_client)');
  await expect(testRun).toContainText('Check the token URL, client ID, client secret and scope');

  await page.getByLabel('Client Secret').fill(secret);
  await page.getByRole('button', { name: 'Create Job' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('region', { name: 'Webhook Details' })).toContainText(
    `OAuth 2, client punctual-machine at ${facts.identityUrl}/token`,
  );
  await page.getByRole('button', { name: 'Run Now' }).click();
  const history = page.getByRole('region', { name: 'Executions History' });
  await history.getByRole('link', { name: /View/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Execution Details' });
  await expect(dialog.getByRole('region', { name: 'Verdict' })).toContainText('the response was 200');
  await dialog.getByRole('tab', { name: 'Request as sent' }).click();
  await expect(dialog).toContainText('Bearer ********');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await openMoreActions(page);
  await page.getByRole('link', { name: 'Edit Job' }).click();
  await expect(page.getByLabel('Client Secret')).toHaveValue('********');
  await expect(page.getByLabel('Client ID')).toHaveValue('punctual-machine');
  expect(await page.content()).not.toContain(secret);
  await page.getByLabel('Scope').fill('reports.read');
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('OAuth 2: scope changed');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an OAuth 2 client is chosen, tested and saved with plain forms', async ({ page, facts }) => {
    const name = await fillJobForm({
      page,
      url: `${facts.echoUrl}/e2e/oauth`,
      fields: { 'Retry Count': '0' },
    });
    await openTabOf({ page, label: 'HTTP Method' });
    await fillClient({ page, tokenUrl: `${facts.identityUrl}/token` });
    await page.getByRole('button', { name: 'Create Job' }).click();
    await page.waitForURL('**/dashboard');
    await page.getByRole('link', { name, exact: true }).click();
    await openMoreActions(page);
    await page.getByRole('link', { name: 'Edit Job' }).click();
    await page.getByRole('button', { name: 'Test Run' }).first().click();
    const testRun = page.getByRole('region', { name: 'Test Run' });
    await expect(testRun).toContainText('the response was 200');
    await expect(testRun).toContainText('Bearer ********');
  });
});
