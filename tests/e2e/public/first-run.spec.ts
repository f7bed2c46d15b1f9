import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { plainToastOf, untilHydrated } from '#tests/e2e/job-steps.ts';
import { makeJobs } from '#tests/e2e/made-jobs.ts';
import { emailOf } from '#tests/e2e/sign-in.ts';

// From an empty account, or from the public page, to the first run.

test.describe.configure({ timeout: 90_000 });

const stepsOf = (page: Page) => page.getByRole('region', { name: 'First Steps' }).getByRole('listitem');

/** The provider's forms, for a first visit. */
async function passSignIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(emailOf('new'));
  await page.getByLabel('Password').fill('any password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test.describe('an account without jobs', () => {
  test.use({ who: 'new' });

  test('an example is created, runs at once and advances the first steps', async ({
    page,
    facts,
    expectAccessible,
  }) => {
    await page.goto('/dashboard');
    await untilHydrated(page);
    await expect(page.getByText(/^Show all/)).toHaveCount(0);
    await expect(page.getByRole('radiogroup', { name: 'Filter' })).toHaveCount(0);
    await expect(stepsOf(page)).toContainText([
      /Create a job\s*to do/,
      /See a run\s*to do/,
      /Get notified\s*to do/,
    ]);
    await expect(page.getByRole('region', { name: 'As cURL' })).toContainText(
      new RegExp(`curl -X POST ${facts.url}/api/v1/jobs[^]*\\$PUNCTUAL_KEY[^]*${facts.url}/echo`),
    );
    await expectAccessible();

    await page.getByRole('button', { name: 'Run an Example' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Example' })).toBeVisible();
    await expect(page.getByText('The example was created and is running.', { exact: true })).toBeVisible();
    const history = page.getByRole('region', { name: 'Executions History' });
    await expect(history.getByRole('row', { name: /Success/ })).toBeVisible({ timeout: 15_000 });
    await history.getByRole('link', { name: /View/ }).first().click();
    await expect(page.getByRole('region', { name: 'Response body' })).toContainText('"path": "/echo"');

    await page.goto('/dashboard');
    await expect(stepsOf(page)).toContainText([
      /Create a job\s*Done/,
      /See a run\s*Done/,
      /Get notified\s*to do/,
    ]);
    await expectAccessible();
    await page.getByRole('link', { name: 'Choose Slack or a webhook' }).click();
    await expect(page).toHaveURL(/settings#notifications$/);
  });

  test('the steps disappear with a second job', async ({ page, facts }) => {
    await makeJobs({ page, facts, count: 1 });
    await page.goto('/dashboard');
    await expect(stepsOf(page)).toHaveCount(3);
    await makeJobs({ page, facts, count: 1 });
    await page.goto('/dashboard');
    await expect(page.getByRole('table', { name: 'Jobs' })).toBeVisible();
    await expect(stepsOf(page)).toHaveCount(0);
  });

  test('a job on another path of ours is refused, one on the echo path is saved', async ({
    page,
    facts,
  }) => {
    const create = async (webhookURL: string) =>
      page.request.post('/dashboard/jobs/create', {
        headers: { origin: facts.url },
        form: { name: `On ${webhookURL}`, webhookURL, mode: 'none', status: 'inactive' },
        maxRedirects: 0,
      });
    await page.goto('/dashboard');
    for (const path of ['/', '/api/v1/jobs', '/echo/', '/echo.data', '/healthz']) {
      const refused = await create(facts.url + path);
      expect(refused.status(), path).toBe(400);
      expect(await refused.text()).toContain('Target not allowed.');
    }
    expect((await create(`${facts.url}/echo?from=test`)).status()).toBe(303);
  });

  for (const javaScriptEnabled of [true, false]) {
    test.describe(`at 360 px, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark', javaScriptEnabled });

      test('the example is one press away', async ({ page, expectAccessible }) => {
        await page.goto('/dashboard');
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
        if (javaScriptEnabled) {
          await untilHydrated(page);
          await expectAccessible();
        }
        await page.getByRole('button', { name: 'Run an Example' }).click();
        const text = 'The example was created and is running.';
        const toast = javaScriptEnabled ? page.getByText(text).first() : plainToastOf(page);
        await expect(toast).toContainText(text);
        await expect(page.getByRole('heading', { level: 1, name: 'Example' })).toBeVisible();
      });
    });
  }
});

test.describe('from the public page', () => {
  test('a schedule tried on the page is in the form of the first job', async ({ page }) => {
    await page.goto('/');
    await untilHydrated(page);
    await page.getByLabel('Try a Schedule').fill('30 2 * * 1');
    await expect(page.locator('#cron-sentence')).toContainText('Every Monday at 02:30');
    await expect(page).toHaveURL(/cron=/);
    await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click();
    await page.getByRole('dialog', { name: 'Get Started' }).getByRole('link').click();
    await passSignIn(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Create Job' })).toBeVisible();
    await expect(page.getByText('Every Monday at 02:30, America/New_York').first()).toBeVisible();
    await expect(page.getByLabel('Timezone').or(page.getByLabel('Time zone')).first()).toHaveValue(
      'America/New_York',
    );
  });

  test('without a tried schedule, Get Started ends on the dashboard', async ({ page }) => {
    await page.goto('/');
    await untilHydrated(page);
    await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click();
    await expect(page.getByRole('dialog', { name: 'Get Started' }).getByRole('link')).toHaveAttribute(
      'href',
      '/auth/login?redirectTo=%2Fdashboard',
    );
  });

  test('Start Free Trial leads to the plan, and from there to the checkout by one press', async ({
    page,
    expectAccessible,
  }) => {
    await page.goto('/');
    await untilHydrated(page);
    await page
      .getByRole('article', { name: 'Premium' })
      .getByRole('link', { name: /Start Free Trial/ })
      .click();
    await page.getByRole('dialog', { name: 'Sign In' }).getByRole('link').click();
    await passSignIn(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Try Premium for Free' })).toBeVisible();
    await expect(page.getByText('14 days free, then $3 per month.')).toBeVisible();
    await untilHydrated(page);
    await expectAccessible();
    const checkout = page.waitForURL(({ pathname }) => !pathname.startsWith('/dashboard'));
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await checkout;
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('the tried schedule and the chosen plan are kept too', async ({ page }) => {
      await page.goto('/');
      await page.getByLabel('Try a Schedule').fill('0 9 * * 1');
      await page.getByRole('button', { name: 'Show Runs' }).click();
      await page.getByRole('main').getByRole('link', { name: 'Get Started' }).first().click();
      await page.getByRole('button', { name: 'Sign In' }).click();
      await passSignIn(page);
      await expect(page.getByRole('heading', { level: 1, name: 'Create Job' })).toBeVisible();
      await expect(page.getByText('Every Monday at 09:00, UTC').first()).toBeVisible();
      await page.goto('/dashboard/settings/upgrade?tier=ultimate');
      await page.getByRole('button', { name: 'Continue to Checkout' }).click();
      await expect(page.getByRole('link', { name: 'Continue to Checkout' })).toBeVisible();
    });
  });

  test.describe('at 360 px', () => {
    test.use({ viewport: { width: 360, height: 740 } });

    test('the footer has Terms and Privacy', async ({ page }) => {
      await page.goto('/');
      const footer = page.getByRole('contentinfo');
      for (const name of ['Docs', 'Status', 'Terms', 'Privacy'])
        await expect(footer.getByRole('link', { name, exact: true })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await footer.getByRole('link', { name: 'Terms' }).click();
      await expect(page).toHaveURL(/\/terms$/);
    });
  });
});

test.describe('an account with a plan', () => {
  test.use({ who: 'premium' });

  test('is redirected from the choice of a plan to the settings', async ({ page }) => {
    for (const search of ['?tier=premium', '?tier=none', '']) {
      await page.goto(`/dashboard/settings/upgrade${search}`);
      await expect(page).toHaveURL('/dashboard/settings#subscription');
    }
  });
});
