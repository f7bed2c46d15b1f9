import { type Locator, type Page } from '@playwright/test';
import { accountOn } from '#tests/e2e/account-rows.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';
import { loseEach, test as losingTest } from '#tests/e2e/lost-fixtures.ts';

// A subscription from its checkout to its end, paid on the pages of the fake Stripe. All share its clock: the tests run
// one after the other, each with its own account.
test.describe.configure({ mode: 'default' });

const path = '/dashboard/settings';
const pays = /^4242/;
const isDeclined = /is declined at once/;
const failsLater = /fails when it is charged/;

const card = (page: Page) => page.getByRole('region', { name: 'Subscription', exact: true });
const toast = (page: Page, words: string) => page.getByText(words, { exact: true }).first();
const button = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true });
const question = (page: Page, name: string) => page.getByRole('alertdialog', { name });

async function open(page: Page): Promise<void> {
  await page.goto(path);
  await untilHydrated(page);
}

/** The figure of the card with that label. */
const figure = (page: Page, label: string): Locator =>
  card(page).getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd');

/** Pays on the hosted page and returns to a clean address. */
async function pay({ page, with: which = pays }: { page: Page; with?: RegExp }): Promise<void> {
  await expect(page.getByText(/^Test mode:/)).toBeVisible();
  await page.getByRole('radio', { name: which }).check();
  await page.getByRole('button', { name: /^(Start trial|Subscribe)$/ }).click();
  await expect(page).toHaveURL(path);
}

async function subscribe({
  page,
  to,
  with: which,
}: {
  page: Page;
  to: string;
  with?: RegExp;
}): Promise<void> {
  await open(page);
  await button(page, `Upgrade to ${to}`).click();
  await page.waitForURL('**/pay/**');
  await pay({ page, ...(which && { with: which }) });
  await expect(toast(page, 'Subscription Updated')).toBeVisible();
  await expect(figure(page, 'Plan')).toContainText(to);
  await untilHydrated(page);
}

/** Advances the clock of the fake Stripe, and waits until the page shows the result. */
async function letPass({ page, url, days, until }: { page: Page; url: string; days: number; until: RegExp }) {
  const response = await page.request.post(`${url}/clock`, { data: { days } });
  expect(response.ok()).toBe(true);
  await expect(async () => {
    await open(page);
    await expect(card(page).getByText(until)).toBeVisible({ timeout: 500 });
  }).toPass();
}

test.describe('with JavaScript', () => {
  // The fake Stripe declines a card as the provider does.
  test.use({ who: 'new', allowedErrors: [/status of 402/] });

  test('a trial of Premium is started, canceled, resumed and upgraded, and costs nothing', async ({
    page,
    expectAccessible,
  }) => {
    await open(page);
    const offers = card(page).getByRole('list', { name: 'Plans to upgrade to' }).getByRole('listitem');
    await expect(offers).toContainText([
      'Premium, 14 days free, then $3 per month',
      'Ultimate, 14 days free, then $5 per month',
    ]);
    await expect(card(page).getByText('Test mode', { exact: true })).toBeVisible();

    await subscribe({ page, to: 'Premium' });
    await expect(card(page).getByText(/^Your trial ends on \w+ \d+, \d+ \d+:\d+\. Then/)).toBeVisible();
    await expect(figure(page, 'Jobs')).toContainText('0 of 50 jobs');
    await expect(offers).toHaveCount(0);
    await expectAccessible();

    await button(page, 'Cancel Subscription').click();
    await expect(
      question(page, 'Cancel Subscription?').getByRole('button', { name: 'Keep Subscription' }),
    ).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(button(page, 'Cancel Subscription')).toBeFocused();
    await button(page, 'Cancel Subscription').click();
    await expectAccessible();
    await question(page, 'Cancel Subscription?').getByRole('button', { name: 'Cancel Subscription' }).click();
    await expect(toast(page, 'Subscription Canceled')).toBeVisible();
    await expect(
      card(page).getByText(/^Your subscription is canceled\. It works until \w+ \d+/),
    ).toBeVisible();
    await expect(figure(page, 'Plan')).toContainText('Premium');
    await expect(button(page, 'Resume Subscription')).toBeFocused();
    await expect(button(page, 'Cancel Subscription')).toHaveCount(0);
    await expect(card(page).getByRole('link', { name: 'Upgrade to Ultimate' })).toHaveCount(0);
    await expectAccessible();

    await button(page, 'Resume Subscription').click();
    await question(page, 'Resume Subscription?').getByRole('button', { name: 'Resume Subscription' }).click();
    await expect(toast(page, 'Subscription Updated')).toBeVisible();
    await expect(card(page).getByText(/^Your trial ends/)).toBeVisible();

    await card(page).getByRole('link', { name: 'Upgrade to Ultimate' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upgrade to Ultimate?');
    await expect(page.getByText('Due now').locator('..')).toContainText('$0.00');
    await expectAccessible();
    await page.getByRole('button', { name: 'Upgrade to Ultimate' }).click();
    await expect(page).toHaveURL(`${path}#subscription`);
    await expect(toast(page, 'Subscription Updated')).toBeVisible();
    await expect(figure(page, 'Plan')).toContainText('Ultimate');
    await expect(figure(page, 'Jobs')).toContainText('unlimited');
  });

  test('a paid plan is upgraded at the price that was shown, and a full refund is given once', async ({
    page,
    facts,
    expectAccessible,
  }) => {
    await subscribe({ page, to: 'Premium' });
    await letPass({ page, url: facts.paymentsUrl, days: 14, until: /^It renews automatically on/ });
    await card(page).getByRole('link', { name: 'Upgrade to Ultimate' }).click();
    const charged = page.getByText('Due now').locator('xpath=../dd');
    await expect(charged).toHaveText('$2.00');
    await page.getByRole('button', { name: 'Upgrade to Ultimate' }).click();
    await expect(toast(page, 'Subscription Updated')).toBeVisible();
    await expect(figure(page, 'Plan')).toContainText('Ultimate');
    await expect(card(page).getByText(/^Within 14 days of the first payment, until/)).toBeVisible();
    await expectAccessible();

    await button(page, 'Cancel and Refund').click();
    await question(page, 'Cancel and Refund?').getByRole('button', { name: 'Cancel and Refund' }).click();
    await expect(toast(page, 'Subscription Canceled')).toBeVisible();
    await expect(toast(page, '$5.00 will be refunded to the card you paid with.')).toBeVisible();
    await expect(card(page).getByText('Your subscription has ended. The plan is Free.')).toBeVisible();
    await expect(figure(page, 'Jobs')).toContainText('0 of 10 jobs');
    await expect(button(page, 'Cancel and Refund')).toHaveCount(0);
    // The trial is used up.
    const offers = card(page).getByRole('list', { name: 'Plans to upgrade to' }).getByRole('listitem');
    await expect(offers).toContainText(['Premium, $3 per month', 'Ultimate, $5 per month']);
    await expectAccessible();
    await subscribe({ page, to: 'Ultimate' });
    await expect(card(page).getByText(/^It renews automatically on/)).toBeVisible();
  });

  test('with 60 jobs a change to Premium announces that the newest ten will be paused, and names them afterwards', async ({
    page,
    facts,
    expectAccessible,
  }) => {
    test.setTimeout(90_000);
    await subscribe({ page, to: 'Ultimate' });
    const { token } = await accountOn(page);
    for (let made = 1; made <= 60; made += 1) {
      const response = await page.request.post('/api/v1/jobs', {
        headers: { authorization: `Bearer ${token}` },
        data: { name: `Job ${made}`, cron_expression: '0 0 1 1 *', webhook_url: `${facts.echoUrl}/sixty` },
      });
      expect(response.status()).toBe(201);
    }
    await open(page);
    await expect(figure(page, 'Jobs')).toContainText('60 jobs, unlimited');
    await card(page).getByRole('link', { name: 'Change to Premium' }).click();
    await expect(page.getByText('10 jobs will be paused at once, by default the newest')).toBeVisible();
    await expect(page.getByText('History is kept for 7 days instead of 90')).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Change to Premium' }).click();
    await expect(toast(page, 'Subscription Updated')).toBeVisible();
    await expect(figure(page, 'Jobs')).toContainText('60 of 50 jobs');
    await expect(card(page).getByText(/^10 jobs were paused when your plan became smaller\./)).toBeVisible();
    await card(page).getByText('Show jobs').click();
    const names = card(page).getByRole('list', { name: 'Paused jobs' }).getByRole('listitem');
    await expect(names).toHaveText(Array.from({ length: 10 }, (_, index) => `Job ${index + 51}`));
    await expectAccessible();

    // It does not fit the limit until another job is paused.
    await names.first().getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Job 51' }).waitFor();
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await expect(page.getByText('Access Denied', { exact: true }).first()).toBeVisible();
  });

  test('a declined card buys nothing, and leaving the checkout says so', async ({ page }) => {
    await open(page);
    await button(page, 'Upgrade to Premium').click();
    await page.waitForURL('**/pay/**');
    await page.getByRole('radio', { name: isDeclined }).check();
    await page.getByRole('button', { name: 'Start trial' }).click();
    await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
    await page.getByRole('link', { name: 'Back without paying' }).click();
    await expect(page).toHaveURL(path);
    await expect(toast(page, 'Checkout Canceled')).toBeVisible();
    await expect(figure(page, 'Plan')).toContainText('Free');
  });

  test('a failed payment is shown with its next attempt, and another card settles it', async ({
    page,
    facts,
    expectAccessible,
  }) => {
    await subscribe({ page, to: 'Premium', with: failsLater });
    await letPass({
      page,
      url: facts.paymentsUrl,
      days: 14,
      until: /^The last payment failed\. It will be retried on/,
    });
    await expect(figure(page, 'Plan')).toContainText('Premium');
    await expect(card(page).getByRole('link', { name: 'Upgrade to Ultimate' })).toHaveCount(0);
    await expectAccessible();
    await button(page, 'Manage Billing').click();
    await page.waitForURL('**/portal/**');
    await page.getByRole('radio', { name: pays }).check();
    await page.getByRole('button', { name: 'Use this card' }).click();
    await page.getByRole('link', { name: 'Return' }).click();
    await expect(page).toHaveURL(path);
    await expect(async () => {
      await open(page);
      await expect(card(page).getByText(/^It renews automatically on/)).toBeVisible({ timeout: 500 });
    }).toPass();
  });

  test('a payment that fails for good, and a cancellation, end in Free', async ({ page, facts }) => {
    await subscribe({ page, to: 'Premium', with: failsLater });
    await letPass({ page, url: facts.paymentsUrl, days: 14, until: /^The last payment failed/ });
    await letPass({ page, url: facts.paymentsUrl, days: 16, until: /^Your subscription has ended/ });
    await expect(figure(page, 'Plan')).toContainText('Free');
    await expect(button(page, 'Upgrade to Premium')).toBeVisible();

    await subscribe({ page, to: 'Premium' });
    await button(page, 'Cancel Subscription').click();
    await question(page, 'Cancel Subscription?').getByRole('button', { name: 'Cancel Subscription' }).click();
    await expect(card(page).getByText(/^Your subscription is canceled/)).toBeVisible();
    await letPass({ page, url: facts.paymentsUrl, days: 32, until: /^Your subscription has ended/ });
    await expect(figure(page, 'Plan')).toContainText('Free');
  });
});

losingTest.describe('whose responses are lost', () => {
  losingTest.use({ who: 'new' });

  losingTest('a plan stays as it is, and says what failed', async ({ page, cutter }) => {
    await subscribe({ page, to: 'Premium' });
    const cancel = 'Cancel Subscription';
    const resume = 'Resume Subscription';
    const confirmed = (name: string) => async () => {
      await button(page, name).click();
      await question(page, `${name}?`).getByRole('button', { name }).click();
    };
    await loseEach({
      page,
      cutter,
      acts: {
        cancel: {
          act: confirmed(cancel),
          toast: 'Failed to cancel subscription',
          kept: () => expect(button(page, cancel)).toBeVisible(),
          isUnseen: true,
        },
        resume: {
          before: async () => {
            if (await button(page, cancel).isVisible()) await confirmed(cancel)();
            await expect(button(page, resume)).toBeVisible();
          },
          act: confirmed(resume),
          toast: 'Failed to resume subscription',
          kept: () => expect(button(page, resume)).toBeVisible(),
          isUnseen: true,
        },
      },
    });
    await confirmed(resume)();
    await card(page).getByRole('link', { name: 'Upgrade to Ultimate' }).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Upgrade to Ultimate?');
    await loseEach({
      page,
      cutter,
      acts: {
        'another plan': {
          act: () => page.getByRole('button', { name: 'Upgrade to Ultimate' }).click(),
          toast: 'Failed to change the plan. Please try again.',
          kept: () => expect(heading).toHaveText('Upgrade to Ultimate?'),
          isUnseen: true,
        },
      },
    });
  });
});

test.describe('without JavaScript', () => {
  test.use({ who: 'new', javaScriptEnabled: false, allowedErrors: [/favicon\.ico/] });

  test('a plan is bought, canceled, resumed, changed and managed by plain forms and links', async ({
    page,
  }) => {
    await page.goto(path);
    await button(page, 'Upgrade to Premium').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
    await page.getByRole('link', { name: 'Continue to Checkout' }).click();
    await pay({ page });
    await expect(toast(page, 'Subscription Updated')).toBeVisible();
    await expect(figure(page, 'Plan')).toContainText('Premium');

    await button(page, 'Cancel Subscription').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cancel Subscription?');
    await page.getByRole('button', { name: 'Cancel Subscription' }).click();
    await expect(toast(page, 'Subscription Canceled')).toBeVisible();
    await button(page, 'Resume Subscription').click();
    await page.getByRole('button', { name: 'Resume Subscription' }).click();
    await expect(toast(page, 'Subscription Updated')).toBeVisible();
    await card(page).getByRole('link', { name: 'Upgrade to Ultimate' }).click();
    await page.getByRole('button', { name: 'Upgrade to Ultimate' }).click();
    await expect(figure(page, 'Plan')).toContainText('Ultimate');
    await button(page, 'Manage Billing').click();
    await page.getByRole('link', { name: 'Continue to Billing' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Billing');
    await page.getByRole('link', { name: 'Return' }).click();
    await expect(page).toHaveURL(path);
  });
});

// The other two are those of `npm run test:screens` (docs/design/interface.md section 7).
for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const) {
  test.describe(`${colorScheme} at ${width} px`, () => {
    test.use({ who: 'new', colorScheme, viewport: { width, height: 800 } });

    test('offers, dialogs and states have no accessibility violations and do not scroll sideways', async ({
      page,
      expectAccessible,
    }) => {
      const checkPage = async () => {
        await expectAccessible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      };
      await open(page);
      await checkPage();
      await subscribe({ page, to: 'Ultimate' });
      await checkPage();
      await card(page).getByRole('link', { name: 'Change to Premium' }).click();
      await page.getByRole('heading', { level: 1, name: 'Change to Premium?' }).waitFor();
      await checkPage();
      await page.goto('/dashboard/settings/cancel-subscription');
      await checkPage();
      await open(page);
      await button(page, 'Cancel Subscription').click();
      await question(page, 'Cancel Subscription?')
        .getByRole('button', { name: 'Cancel Subscription' })
        .click();
      await expect(card(page).getByText(/^Your subscription is canceled/)).toBeVisible();
      await checkPage();
    });
  });
}
