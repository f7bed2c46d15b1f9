import { randomUUID } from 'node:crypto';
import { caughtMail, linkIn } from '#tests/e2e/caught-mail.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { aName, createJob } from '#tests/e2e/job-steps.ts';

// Each test waits for a message from the engine or the mail server, which takes a while.
test.describe.configure({ timeout: 90_000 });
test.use({ who: 'new' });

test('a new job has no notifications; a test notification reaches its owner and the page says so', async ({
  page,
  facts,
}) => {
  const name = await createJob({ page, url: `${facts.echoUrl}/e2e/notes` });
  const card = page.getByRole('region', { name: 'Notifications', exact: true });
  await expect(card).toContainText('on the first failure, by email to you');
  await expect(card).toContainText('No notifications yet');

  await card.getByRole('button', { name: 'Send Test Notification' }).click();
  await expect(
    page.getByText('Test notification sent by email. Check whether it arrived.', { exact: true }),
  ).toBeVisible();
  expect(await caughtMail({ facts, subject: `Test notification for ${name}` })).toContain(
    'Nothing has failed.',
  );
  await expect(card).toContainText('No notifications yet');
});

test('a failure is notified and listed with its result, at any width and theme', async ({
  page,
  facts,
  expectAccessible,
}) => {
  const name = await createJob({
    page,
    url: `${facts.echoUrl}/status/500`,
    fields: { 'Retry Count': '0' },
  });
  await page.getByRole('button', { name: 'Run Now' }).click();
  const card = page.getByRole('region', { name: 'Notifications', exact: true });
  const row = card.getByRole('listitem').filter({ hasText: 'Failure' });
  await expect(row).toContainText(/Sent/, { timeout: 20_000 });
  await expect(row).toContainText('Email');
  expect(await caughtMail({ facts, subject: `${name} failed` })).toContain('the response was 500');

  for (const [theme, width] of [
    ['light', 1280],
    ['dark', 360],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 800 });
    await page.reload();
    await expect(row).toBeVisible();
    await expectAccessible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await expect(row.getByRole('link', { name: /view its execution/ })).toHaveAttribute(
    'href',
    /\/executions\/\d+$/,
  );
});

test('the recipient of an email job confirms by the link in its mail, and unsubscribes by another', async ({
  page,
  facts,
  expectAccessible,
}) => {
  const to = `ops-${randomUUID().slice(0, 8)}@example.test`;
  const name = aName('Report');
  await createJob({ page, url: `mailto:${to}`, name });
  const banner = page.getByText(`${to} has not confirmed yet`);
  await expect(banner).toBeVisible();
  const mail = await caughtMail({ facts, subject: 'May Punctual write to you?', to });
  const jobPage = page.url();

  await page.goto(linkIn({ mail, path: '/mail/confirm/' }));
  await expect(page.getByRole('heading', { name: 'Confirm Your Address' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Confirm Address' }).click();
  await expect(page.getByRole('heading', { name: 'Address Confirmed' })).toBeVisible();

  await page.goto(jobPage);
  await expect(banner).toHaveCount(0);
  await page.getByRole('button', { name: 'Run Now' }).click();
  const report = await caughtMail({ facts, subject: name, to });

  await page.goto(linkIn({ mail: report, path: '/mail/stop/' }));
  await expect(page.getByRole('heading', { name: 'Stop These Mails?' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Stop Mails' }).click();
  await expect(page.getByRole('heading', { name: 'Mails Stopped' })).toBeVisible();
  await page.goto(jobPage);
  await expect(page.getByText(`${to} has opted out of emails`)).toBeVisible();
});

test('a used link says that it no longer works', async ({ page }) => {
  await page.goto('/mail/confirm/nobody-made-this');
  await expect(page.getByRole('heading', { name: 'This Link No Longer Works' })).toBeVisible();
});

test('a mail program unsubscribes by its one-click link, from anywhere and without a session', async ({
  page,
  facts,
  playwright,
}) => {
  const to = `ops-${randomUUID().slice(0, 8)}@example.test`;
  await createJob({ page, url: `mailto:${to}` });
  const mail = await caughtMail({ facts, subject: 'May Punctual write to you?', to });
  const request = await playwright.request.newContext({ baseURL: facts.url });
  const response = await request.post(linkIn({ mail, path: '/mail/stop/' }), {
    form: { 'List-Unsubscribe': 'One-Click' },
  });
  expect(response.status()).toBe(200);
  await request.dispose();
  await page.reload();
  await expect(page.getByText(`${to} has opted out of emails`)).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a test notification is sent and its result shown', async ({ page, facts }) => {
    await createJob({ page, url: `${facts.echoUrl}/e2e/notes` });
    await page.getByRole('button', { name: 'Send Test Notification' }).click();
    await expect(
      page.getByText('Test notification sent by email. Check whether it arrived.', { exact: true }),
    ).toBeVisible();
  });

  test('the form sends one too, and comes back with the typed values', async ({ page }) => {
    const name = aName('Unsaved');
    await page.goto('/dashboard/jobs/create');
    await page.getByLabel('Job Name').fill(name);
    await page.getByLabel('Webhook URL').fill('not yet');
    await page.getByRole('button', { name: 'Send Test Notification' }).click();
    await expect(
      page.getByText('Test notification sent by email. Check whether it arrived.', { exact: true }),
    ).toBeVisible();
    await expect(page.getByLabel('Job Name')).toHaveValue(name);
    await expect(page.getByLabel('Webhook URL')).toHaveValue('not yet');
  });
});
