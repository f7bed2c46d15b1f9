import type { Page } from '@playwright/test';
import type { StackFacts } from '#dev/stack/facts.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';
import { makeJobs } from '#tests/e2e/made-jobs.ts';

// A subscription that ends names the jobs to be paused, and lets its owner choose.
test.describe.configure({ mode: 'default' });

const path = '/dashboard/settings';
const card = (page: Page) => page.getByRole('region', { name: 'Subscription', exact: true });
const toast = (page: Page, words: string) => page.getByText(words, { exact: true }).first();
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });

/** Buys Premium, by the same steps with and without JavaScript. */
async function subscribe(page: Page): Promise<void> {
  await page.goto(path);
  await card(page).getByRole('button', { name: 'Upgrade to Premium' }).click();
  const pay = page.getByRole('radio', { name: /^4242/ });
  const way = page.getByRole('link', { name: 'Continue to Checkout' });
  await pay.or(way).first().waitFor();
  if (await way.isVisible()) await way.click();
  await pay.check();
  await page.getByRole('button', { name: 'Start trial' }).click();
  await expect(toast(page, 'Subscription Updated')).toBeVisible();
}

async function withTwelveJobs({ page, facts }: { page: Page; facts: StackFacts }): Promise<void> {
  await subscribe(page);
  await makeJobs({ page, facts, count: 12 });
}

for (const width of [1280, 360])
  test.describe(`at ${width} px`, () => {
    test.use({ who: 'new', viewport: { width, height: 800 }, allowedErrors: [/status of 400/] });

    test('a canceled plan keeps the chosen jobs, and the choice can be changed later', async ({
      page,
      facts,
      expectAccessible,
    }) => {
      await withTwelveJobs({ page, facts });
      await page.goto(path);
      await untilHydrated(page);
      await card(page).getByRole('link', { name: 'Cancel Subscription' }).press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cancel Subscription?');
      await expect(
        page.getByText(
          'Free allows 10 active jobs and you have 12: 2 jobs will be paused, by default the newest.',
        ),
      ).toBeVisible();
      await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(10);
      await expect(box(page, 'Job 12')).not.toBeChecked();
      await expectAccessible();

      await box(page, 'Job 12').press('Space');
      await expect(page.getByText('11 chosen, but Free allows 10. Deselect 1.')).toBeVisible();
      await page.getByRole('button', { name: 'Cancel Subscription' }).click();
      await expect(page.getByText('Free allows 10 active jobs, but you chose 11. Deselect 1.')).toBeVisible();
      await expect(box(page, 'Job 1')).toBeFocused();
      await expect(box(page, 'Job 12')).toBeChecked();
      await expectAccessible();
      await page.keyboard.press('Space');
      await expect(page.getByText('10 of 10 chosen.')).toBeVisible();
      await page.getByRole('button', { name: 'Cancel Subscription' }).click();
      await expect(toast(page, 'Subscription Canceled')).toBeVisible();
      await expect(
        card(page).getByText(
          'Free allows 10 active jobs and you have 12: 2 jobs will be paused when your plan ends.',
        ),
      ).toBeVisible();
      await card(page).getByText('Show jobs').click();
      const pausing = card(page).getByRole('list', { name: 'Jobs to be paused' }).getByRole('listitem');
      await expect(pausing).toHaveText(['Job 1', 'Job 11']);
      await expectAccessible();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(width);

      await card(page).getByRole('link', { name: 'Choose Jobs to Keep Active' }).click();
      await box(page, 'Job 2').uncheck();
      await box(page, 'Job 1').check();
      await page.getByRole('button', { name: 'Save Choice' }).click();
      await expect(toast(page, 'Choice Saved')).toBeVisible();
      await card(page).getByText('Show jobs').click();
      await expect(pausing).toHaveText(['Job 2', 'Job 11']);
    });
  });

test.describe('when the plan ends', () => {
  test.use({ who: 'new' });

  test('only the jobs that were not chosen are paused', async ({ page, facts }) => {
    test.setTimeout(90_000);
    await withTwelveJobs({ page, facts });
    await page.goto(`${path}/kept-jobs?act=cancel-subscription`);
    await box(page, 'Job 3').uncheck();
    await box(page, 'Job 11').check();
    await page.getByRole('button', { name: 'Cancel Subscription' }).click();
    await expect(toast(page, 'Subscription Canceled')).toBeVisible();
    await page.request.post(`${facts.paymentsUrl}/clock`, { data: { days: 15 } });
    await expect(async () => {
      await page.goto(path);
      await expect(card(page).getByText(/^Your subscription has ended/)).toBeVisible({ timeout: 500 });
    }).toPass();
    await card(page).getByText('Show jobs').click();
    const paused = card(page).getByRole('list', { name: 'Paused jobs' }).getByRole('listitem');
    await expect(paused).toHaveText(['Job 3', 'Job 12']);
  });
});

test.describe('without JavaScript', () => {
  test.use({ who: 'new', javaScriptEnabled: false, allowedErrors: [/favicon\.ico|status of 400/] });

  test('the choice is made by a plain form, and a refused one keeps its ticks', async ({ page, facts }) => {
    await withTwelveJobs({ page, facts });
    await page.goto(path);
    await card(page).getByRole('link', { name: 'Cancel Subscription' }).click();
    await box(page, 'Job 12').check();
    await page.getByRole('button', { name: 'Cancel Subscription' }).click();
    await expect(page.getByText('Free allows 10 active jobs, but you chose 11. Deselect 1.')).toBeVisible();
    await expect(box(page, 'Job 12')).toBeChecked();
    await box(page, 'Job 4').uncheck();
    await page.getByRole('button', { name: 'Cancel Subscription' }).click();
    await expect(toast(page, 'Subscription Canceled')).toBeVisible();
    await card(page).getByText('Show jobs').click();
    await expect(card(page).getByRole('list', { name: 'Jobs to be paused' })).toContainText('Job 4');
  });
});
