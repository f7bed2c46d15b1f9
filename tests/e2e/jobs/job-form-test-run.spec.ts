import { expect, test } from '#tests/e2e/fixtures.ts';
import { openField, untilHydrated } from '#tests/e2e/job-steps.ts';

// A refused form returns 400; the browser logs it.
test.use({ who: 'new', allowedErrors: [/status of 400/] });

test('a test run calls the target in the form, and its status becomes the criterion', async ({
  page,
  facts,
}) => {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await page.getByLabel('Webhook URL').fill(`${facts.echoUrl}/status/404`);
  const card = page.getByRole('region', { name: 'Test Run' });
  await card.getByRole('button', { name: 'Test Run' }).click();
  await expect(card.getByText('Failed', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(card).toContainText('404');
  await expect(card.getByText('Not counted and not notified. Kept for 24 hours.')).toBeVisible();
  await card.getByRole('button', { name: 'Use This Status as Criterion' }).click();
  await expect(page.getByLabel('Accepted Statuses')).toHaveValue('404');
  await expect(page.getByLabel('Accepted Statuses')).toBeFocused();
  await card.getByRole('button', { name: 'Run Again' }).click();
  await expect(card.getByText('Success', { exact: true })).toBeVisible({ timeout: 20_000 });
});

test('a test run shows its progress while the target is slow', async ({ page, facts }) => {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await page.getByLabel('Webhook URL').fill(`${facts.echoUrl}/delay/4000`);
  const card = page.getByRole('region', { name: 'Test Run' });
  await card.getByRole('button', { name: 'Test Run' }).click();
  await expect(card.getByRole('listitem')).toHaveText([
    ...['Preparing', 'Connecting', 'Sending', 'Waiting', 'Receiving', 'Done'],
  ]);
  await expect(card.locator('[aria-current=step]')).toHaveText('Waiting', { timeout: 20_000 });
  await expect(card.getByText('Success', { exact: true })).toBeVisible({ timeout: 20_000 });
});

test('a test run without a target names the field', async ({ page }) => {
  await page.goto('/dashboard/jobs/create?tab=status');
  await untilHydrated(page);
  await page.getByRole('region', { name: 'Test Run' }).getByRole('button', { name: 'Test Run' }).click();
  await expect(page.getByText('Enter the URL to call.')).toBeVisible();
  await expect(page.getByLabel('Webhook URL')).toBeFocused();
});

test('a test notification goes to the channel in the form', async ({ page, facts }) => {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await (await openField({ page, label: 'Notify' })).selectOption('always');
  await page.getByLabel('Notification Type').selectOption('webhook');
  await page.getByLabel('Notification URL').fill(`${facts.echoUrl}/e2e/draft-note`);
  await page.getByRole('button', { name: 'Send Test Notification' }).click();
  await expect(
    page.getByText('Test notification sent by Webhook. Check whether it arrived.', { exact: true }),
  ).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a test run waits for its end and the form comes back with its values', async ({ page, facts }) => {
    await page.goto('/dashboard/jobs/create');
    await page.getByLabel('Webhook URL').fill(`${facts.echoUrl}/e2e/plain`);
    await page.getByRole('button', { name: 'Test Run' }).click();
    const card = page.getByRole('region', { name: 'Test Run' });
    await expect(card.getByText('Success', { exact: true })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByLabel('Webhook URL')).toHaveValue(`${facts.echoUrl}/e2e/plain`);
    await expect(page.getByLabel('Job Name')).toHaveValue('');
  });
});
