import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { aName, createJob, openMoreActions, openTabOf, untilHydrated } from '#tests/e2e/job-steps.ts';

// A chosen channel needs its URL, both for saving and for testing.

// The browser logs refused requests.
test.use({ who: 'new', allowedErrors: [/status of 400/] });
test.describe.configure({ timeout: 90_000 });

const slackMissing = 'Enter the Slack URL.';
const webhookMissing = 'Enter the webhook URL.';

async function openEdit(page: Page): Promise<void> {
  await openMoreActions(page);
  await page.getByRole('link', { name: 'Edit Job' }).click();
  await page.getByRole('heading', { name: 'Edit Job' }).waitFor();
}

test('Slack without its URL is neither tested nor saved, and the field says so', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await createJob({ page, url: `${facts.echoUrl}/e2e/url` });
  await openEdit(page);
  await untilHydrated(page);
  const url = page.getByLabel('Notification URL');
  await page.getByLabel('Notification Type').selectOption('slack');
  await page.getByRole('button', { name: 'Send Test Notification' }).click();
  await expect(url).toHaveAccessibleDescription(new RegExp(slackMissing));
  await expect(url).toBeFocused();
  await expect(page.getByText(/Test notification sent/)).toHaveCount(0);
  await expectAccessible();

  await page.getByLabel('Notification Type').selectOption('webhook');
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(url).toHaveAccessibleDescription(new RegExp(webhookMissing));
  await expect(url).toBeFocused();

  await url.fill(`${facts.echoUrl}/e2e/channel?token=hidden`);
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(page.getByRole('region', { name: 'Notifications', exact: true })).toContainText(
    'on failure, to Webhook',
  );
});

test('a new job requires the URL too, by keyboard and at 360 px, and opens its tab', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await page.getByLabel('Job Name').fill(aName('Channel'));
  await page.getByLabel('Webhook URL').fill(`${facts.echoUrl}/e2e/url`);
  await openTabOf({ page, label: 'Notify' });
  await page.getByLabel('Notification Type').focus();
  await page.keyboard.type('Slack');
  await expect(page.getByLabel('Notification Type')).toHaveValue('slack');
  await openTabOf({ page, label: 'Job Name' });
  await page.getByLabel('Job Name').press('Enter');
  const url = page.getByLabel('Notification URL');
  await expect(url).toBeFocused();
  await expect(url).toHaveAccessibleDescription(new RegExp(slackMissing));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible();
});

test('a test shows the payload that was sent, from the form and from the job', async ({
  page,
  facts,
  expectAccessible,
}) => {
  const name = await createJob({ page, url: `${facts.echoUrl}/e2e/url` });
  const card = page.getByRole('region', { name: 'Notifications', exact: true });
  await card.getByRole('button', { name: 'Send Test Notification' }).click();
  await card.getByText('Payload sent').click();
  await expect(card.getByRole('region', { name: 'Payload sent' })).toContainText(
    `Subject: Test notification for ${name}`,
  );
  await expectAccessible();

  await openEdit(page);
  await untilHydrated(page);
  await page.getByLabel('Notification Type').selectOption('webhook');
  await page.getByLabel('Notification URL').fill(`${facts.echoUrl}/e2e/channel?token=hidden`);
  await page.getByRole('button', { name: 'Send Test Notification' }).click();
  const shown = page.getByRole('region', { name: 'Payload sent' });
  const opener = page.locator('summary', { hasText: 'Payload sent' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(shown).toContainText('"type": "test"');
  await expect(shown).toContainText(name);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form comes back with the error at its field, and shows what a test has sent', async ({
    page,
    facts,
  }) => {
    const name = await createJob({ page, url: `${facts.echoUrl}/e2e/url` });
    await openEdit(page);
    await page.getByLabel('Notification Type').selectOption('slack');
    await page.getByRole('button', { name: 'Send Test Notification' }).click();
    await expect(page.getByText(slackMissing, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Update Job' }).click();
    await expect(page.getByText(slackMissing, { exact: true })).toBeVisible();
    await expect(page.getByLabel('Notification Type')).toHaveValue('slack');

    await page.getByLabel('Notification Type').selectOption('webhook');
    await page.getByLabel('Notification URL').fill(`${facts.echoUrl}/e2e/channel`);
    await page.getByRole('button', { name: 'Send Test Notification' }).click();
    await expect(page.getByRole('region', { name: 'Payload sent' })).toContainText(name);
  });

  test('a test from the job has a page that shows what was sent and links back', async ({ page, facts }) => {
    const name = await createJob({ page, url: `${facts.echoUrl}/e2e/url` });
    const jobPage = page.url();
    await page.getByRole('button', { name: 'Send Test Notification' }).click();
    await expect(page.getByRole('heading', { name: 'Test Notification' })).toBeVisible();
    await expect(page.getByText('Test notification sent by email. Check whether it arrived.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Payload sent' })).toContainText(name);
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(jobPage);
  });
});
