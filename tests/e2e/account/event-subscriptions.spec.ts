import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';

// Its tests share an account, which may have ten.
test.describe.configure({ mode: 'serial' });

const card = (page: Page) => page.getByRole('region', { name: 'Event Subscriptions', exact: true });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const toast = (page: Page, words: string) => page.getByText(words, { exact: true });

async function openCard(page: Page): Promise<void> {
  await page.goto('/dashboard/settings#event-subscriptions');
  await untilHydrated(page);
}

/** Creates a subscription to a target and stays on its page. */
async function create(page: Page, url: string): Promise<void> {
  await openCard(page);
  await card(page).getByRole('link', { name: 'New Event Subscription' }).click();
  await page.getByLabel('URL').fill(url);
  await page.getByRole('button', { name: 'Create Event Subscription' }).click();
  await expect(toast(page, 'Event Subscription Created')).toBeVisible();
}

/** Deletes all subscriptions of the account: it may have ten. */
async function deleteAll(page: Page): Promise<void> {
  await openCard(page);
  for (;;) {
    const buttons = card(page).getByRole('button', { name: /^Delete / });
    const count = await buttons.count();
    if (count === 0) return;
    await buttons.first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(buttons).toHaveCount(count - 1);
  }
}

test.describe('on Ultimate', () => {
  // A refused form returns 400; the browser logs it.
  test.use({ who: 'ultimate', allowedErrors: [/status of 400/] });
  test.afterEach(({ page }) => deleteAll(page));

  test('an event subscription is created, tested, resent and deleted', async ({
    page,
    facts,
    expectAccessible,
  }) => {
    await create(page, `${facts.echoUrl}/events`);
    const secret = section(page, 'Secret');
    await secret.getByRole('button', { name: 'Show' }).click();
    const shown = secret.getByRole('group', { name: 'The secret of this event subscription' });
    await expect(shown).toHaveText(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const first = await shown.textContent();
    await secret.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate' }).click();
    await expect(toast(page, 'Secret Rotated')).toBeVisible();
    await expect(secret.getByText('The previous secret also signs until')).toBeVisible();
    await secret.getByRole('button', { name: 'Show' }).click();
    await expect(shown).toHaveText(/^whsec_/);
    expect(await shown.textContent()).not.toBe(first);

    const log = section(page, 'Delivery Log');
    await expect(log.getByText('Nothing sent yet')).toBeVisible();
    await secret.getByRole('button', { name: 'Send Test Event' }).click();
    await expect(toast(page, 'Test Event Delivered')).toBeVisible();
    await expect(log.getByRole('listitem')).toHaveCount(1);
    await expect(log.getByText('Delivered', { exact: true })).toBeVisible();

    const url = page.url();
    const token = await page.evaluate(() => localStorage.getItem('jwt_token'));
    const made = await page.request.post('/api/v1/jobs', {
      headers: { authorization: `Bearer ${token}` },
      data: {
        name: 'Heard',
        cron_expression: '0 3 * * *',
        webhook_url: `${facts.echoUrl}/events`,
        status: 'paused',
      },
    });
    expect(made.status()).toBe(201);
    await expect(async () => {
      await page.goto(url);
      const line = log.getByRole('listitem').filter({ hasText: 'job.created' }).first();
      await expect(line.getByText('Delivered', { exact: true })).toBeVisible({ timeout: 500 });
    }).toPass();
    await untilHydrated(page);
    await log
      .getByRole('button', { name: /^Resend job\.created/ })
      .first()
      .click();
    await expect(toast(page, 'Event Sent Again')).toBeVisible();
    await expect(log.getByText('Resent', { exact: true })).toBeVisible();
    await section(page, 'Replay').getByRole('button', { name: 'Replay' }).click();
    await expect(page.getByText(/^Replaying \d+ Events?$/)).toBeVisible();
    await expectAccessible();

    await page.getByRole('button', { name: 'Disable' }).click();
    await expect(toast(page, 'Event Subscription Disabled')).toBeVisible();
    await page.getByRole('button', { name: 'Enable' }).click();
    await expect(toast(page, 'Event Subscription Enabled')).toBeVisible();
    await openCard(page);
    await expect(card(page).getByText('1 of 10')).toBeVisible();
    await card(page)
      .getByRole('button', { name: /^Delete / })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Event Subscription Deleted')).toBeVisible();
    await expect(card(page).getByText('None yet.')).toBeVisible();
    const { data } = (await made.json()) as { data: { id: number } };
    await page.request.delete(`/api/v1/jobs/${data.id}`, { headers: { authorization: `Bearer ${token}` } });
  });

  test('a refused URL is named at its field, and the form keeps the choice', async ({ page }) => {
    await page.goto('/dashboard/settings/event-subscriptions/new');
    await untilHydrated(page);
    await page.getByLabel('URL').fill('http://10.0.0.1/');
    await page.getByRole('checkbox', { name: 'job.created' }).uncheck();
    await page.getByRole('button', { name: 'Create Event Subscription' }).click();
    await expect(
      page.getByText('Target not allowed. Enter an address on the public internet.'),
    ).toBeVisible();
    await expect(page.getByLabel('URL')).toBeFocused();
    await expect(page.getByLabel('URL')).toHaveValue('http://10.0.0.1/');
    await expect(page.getByRole('checkbox', { name: 'job.created' })).not.toBeChecked();
  });

  for (const width of [320, 360, 1280])
    test(`its pages fit ${width} px, in the dark too`, async ({ page, facts, expectAccessible }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await create(page, `${facts.echoUrl}/events?${'long'.repeat(60)}`);
      await section(page, 'Secret').getByRole('button', { name: 'Send Test Event' }).click();
      await expect(toast(page, 'Test Event Delivered')).toBeVisible();
      await expectFits(page);
      await expectAccessible();
      await page.goto('/dashboard/settings/event-subscriptions/new');
      await expectFits(page);
      await expectAccessible();
      await openCard(page);
      await expectFits(page);
    });
});

async function expectFits(page: Page): Promise<void> {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(client);
}

test.describe('without JavaScript', () => {
  test.use({ who: 'ultimate', javaScriptEnabled: false });

  test('an event subscription is created, tested and deleted by plain forms', async ({ page, facts }) => {
    await page.goto('/dashboard/settings/event-subscriptions/new');
    await page.getByLabel('URL').fill(`${facts.echoUrl}/events`);
    await page.getByRole('button', { name: 'Create Event Subscription' }).click();
    await expect(toast(page, 'Event Subscription Created')).toBeVisible();
    await page.getByRole('button', { name: 'Send Test Event' }).click();
    await expect(page).toHaveURL(/\/event-subscriptions\/\d+$/);
    await expect(section(page, 'Delivery Log').getByText('Delivered', { exact: true })).toBeVisible();
    await page.goto('/dashboard/settings');
    await card(page)
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Event Subscription Deleted')).toBeVisible();
  });
});

test.describe('on another plan', () => {
  test.use({ who: 'premium' });

  test('the card and the form say that it comes with Ultimate', async ({ page }) => {
    await openCard(page);
    await expect(card(page).getByText('Event subscriptions come with Ultimate.')).toBeVisible();
    await page.goto('/dashboard/settings/event-subscriptions/new');
    await expect(page.getByText('Event subscriptions come with Ultimate.')).toBeVisible();
    await expect(page.getByLabel('URL')).toHaveCount(0);
  });
});
