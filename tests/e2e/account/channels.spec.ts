import type { Page } from '@playwright/test';
import { accountOn, disableChannels, makePremium } from '#tests/e2e/account-rows.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';

const path = '/dashboard/settings/channels';
const toast = (page: Page, words: string) => page.getByText(words, { exact: true });
const banner = (page: Page, name: string) => page.getByText(`The channel ${name} is disabled`);

/** Adds a webhook channel through the form and opens its page. */
async function addWebhook({ page, name, url }: { page: Page; name: string; url: string }): Promise<void> {
  await page.goto(`${path}/new?kind=webhook`);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('URL', { exact: true }).fill(url);
  await page.getByRole('button', { name: 'Add Channel' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

// Refused forms return 400; the browser logs it.
test.use({ who: 'new', allowedErrors: [/status of 400/] });

test('a channel is added from the settings, tested, broken, seen as disabled and fixed', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await page.goto('/dashboard/settings');
  await untilHydrated(page);
  await page
    .getByRole('navigation', { name: 'Sections of this page' })
    .getByRole('link', { name: 'Channels', exact: true })
    .click();
  await expect(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Add Channel' }).click();
  await expect(page.getByRole('link', { name: /^PagerDuty/ })).toContainText('Ultimate');
  await expectAccessible();
  await page.getByRole('link', { name: 'Webhook', exact: true }).click();
  await page.getByRole('button', { name: 'Add Channel' }).click();
  await expect(page.locator('#channel-url-error')).toContainText('Enter the URL');
  await expectAccessible();
  await page.getByLabel('Name').fill('#ops');
  await page.getByLabel('URL', { exact: true }).fill(`${facts.receiversUrl}/webhook/any`);
  await page.getByRole('button', { name: 'Add Channel' }).click();
  await expect(toast(page, 'Channel Added')).toBeVisible();
  await page.getByRole('button', { name: 'Send Test' }).click();
  const delivery = page.getByRole('region', { name: 'Last Delivery' });
  await expect(delivery.getByText('Delivered', { exact: true })).toBeVisible();
  await delivery.getByText('Payload sent').click();
  await expect(delivery.getByRole('region', { name: 'Payload sent' })).toContainText('"type": "test"');
  await expectAccessible();

  const url = page.getByLabel('URL', { exact: true });
  await expect(url).toHaveValue('');
  await url.fill(`${facts.receiversUrl}/webhook/404/any`);
  await page.getByRole('button', { name: 'Save Channel' }).click();
  await expect(toast(page, 'Channel Saved')).toBeVisible();
  await page.getByRole('button', { name: 'Send Test' }).click();
  await expect(delivery).toContainText('status 404');
  const { id: userId } = await accountOn(page);
  await disableChannels({ facts, userId });
  await page.goto('/dashboard');
  await expect(banner(page, '#ops')).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Fix' }).click();
  await expect(page.getByText('Disabled: nothing is sent to it')).toBeVisible();
  await page.getByLabel('URL', { exact: true }).fill(`${facts.receiversUrl}/webhook/any`);
  await page.getByRole('button', { name: 'Save Channel' }).click();
  await expect(page.getByRole('main').getByText('Working', { exact: true })).toBeVisible();
  await expect(banner(page, '#ops')).toHaveCount(0);

  await disableChannels({ facts, userId });
  await page.goto(path);
  await expect(banner(page, '#ops')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test to #ops' }).click();
  await expect(banner(page, '#ops')).toHaveCount(0);
  await expectAccessible();
});

test('a Slack URL under Webhook is offered as Slack, and added by one press', async ({ page }) => {
  await page.goto(`${path}/new?kind=webhook`);
  await untilHydrated(page);
  await page.getByLabel('Name').fill('#money');
  await page.getByLabel('URL', { exact: true }).fill('https://hooks.slack.com/services/T0/B0/x');
  await page.getByRole('button', { name: 'Add Channel' }).click();
  await expect(page.locator('#channel-url-error')).toContainText('Choose Slack');
  await page.getByRole('button', { name: 'Add as Slack' }).click();
  await expect(page.getByText('Slack, hooks.slack.com')).toBeVisible();
});

test('the third channel of Free is refused with the limit', async ({ page, facts }) => {
  for (const name of ['one', 'two'])
    await addWebhook({ page, name, url: `${facts.receiversUrl}/webhook/any` });
  await page.goto(path);
  await expect(page.getByText('2 of 2')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add Channel' })).toHaveAttribute('aria-disabled', 'true');
});

test('addresses of an email channel wait for their confirmation', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await page.goto('/dashboard');
  await makePremium({ facts, userId: (await accountOn(page)).id });
  await page.goto(`${path}/new?kind=email`);
  await untilHydrated(page);
  await page.getByLabel('Name').fill('On call');
  await page.getByLabel('Addresses').fill('oncall@example.test');
  await page.getByRole('button', { name: 'Add Channel' }).click();
  await expect(page.getByRole('main').getByText('Unconfirmed', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Unconfirmed Addresses' })).toContainText(
    'oncall@example.test',
  );
  await expectAccessible();
});

test('long texts stay inside a screen of 360 px', async ({ page, facts }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const name = 'W'.repeat(50);
  await addWebhook({ page, name, url: `${facts.receiversUrl}/webhook/${'long'.repeat(200)}` });
  await page.getByRole('button', { name: 'Send Test' }).click();
  await expect(page.getByText('Delivered', { exact: true })).toBeVisible();
  for (const at of [page.url(), path, `${path}/new`, `${page.url()}/delete`]) {
    await page.goto(at);
    await untilHydrated(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, at).toBeLessThanOrEqual(0);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a channel is added, tested, changed and deleted by plain forms', async ({ page, facts }) => {
    await page.goto(`${path}/new`);
    await page.getByRole('link', { name: 'Webhook', exact: true }).click();
    await page.getByLabel('Name').fill('#plain');
    await page.getByLabel('URL', { exact: true }).fill('https://hooks.slack.com/services/T0/B0/x');
    await page.getByRole('button', { name: 'Add Channel' }).click();
    await expect(page.locator('#channel-url-error')).toContainText('Choose Slack');
    await expect(page.getByRole('button', { name: 'Add as Slack' })).toBeVisible();
    await page.getByLabel('URL', { exact: true }).fill(`${facts.receiversUrl}/webhook/any`);
    await page.getByRole('button', { name: 'Add Channel' }).click();
    await expect(page.getByRole('heading', { name: '#plain', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Send Test' }).click();
    await expect(page.getByText('Delivered', { exact: true })).toBeVisible();
    await page.getByLabel('Name').fill('#simple');
    await page.getByRole('button', { name: 'Save Channel' }).click();
    await expect(page.getByRole('heading', { name: '#simple', level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Delete' }).click();
    await expect(page.getByText('No job notifies this channel.')).toBeVisible();
    await page.getByRole('button', { name: 'Delete Channel' }).click();
    await expect(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible();
  });
});
