import type { Page } from '@playwright/test';
import { accountOn } from '#tests/e2e/account-rows.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';

// Direct API calls of the browser about the account itself: the current user when the page becomes visible again, the
// statistics by a button. Responses are cached for 5 seconds (specification sections 7 and 9).

test.use({ who: 'new', allowedErrors: [/status of 50\d/] });

const userPath = '/api/v1/auth/user';
const statsPath = '/api/v1/auth/user/stats';

/** Number of requests of the page for a path. */
function asksOf(page: Page, path: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

/** Opens a page; a program changes its account at the same time. */
async function open(page: Page, path: string) {
  await page.clock.install();
  await page.goto(path);
  await untilHydrated(page);
  const { token } = await accountOn(page);
  const headers = { authorization: `Bearer ${token}` };
  return {
    makeJob: (name: string) =>
      page.request.post('/api/v1/jobs', {
        headers,
        data: { name, cron_expression: '0 0 1 1 *', webhook_url: 'https://example.com/', status: 'inactive' },
      }),
    rename: (names: { first_name: string; last_name: string }) =>
      page.request.put(userPath, { headers, data: names }),
  };
}

test('statistics are requested again by a button, once in 5 seconds, and at once after a save', async ({
  page,
}) => {
  const program = await open(page, '/dashboard/settings');
  const asks = asksOf(page, statsPath);
  const total = page.getByRole('region', { name: 'Account Statistics' }).locator('dl > div').first();
  const refresh = page.getByRole('link', { name: 'Refresh Statistics' });
  await expect(total).toHaveText(/^Total Jobs\s*0$/);
  expect((await program.makeJob('one')).status()).toBe(201);
  await refresh.click();
  await expect(total).toHaveText(/^Total Jobs\s*1$/);

  await program.makeJob('two');
  await refresh.click();
  await page.clock.fastForward(4_000);
  await refresh.click();
  await expect(total).toHaveText(/^Total Jobs\s*1$/);
  expect(asks()).toBe(1);
  await page.clock.fastForward(1_100);
  await refresh.click();
  await expect(total).toHaveText(/^Total Jobs\s*2$/);
  expect(asks()).toBe(2);

  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile Updated', { exact: true })).toBeVisible();
  await refresh.click();
  await expect.poll(asks).toBe(3);
  await expect(page).toHaveURL('/dashboard/settings');
});

test('statistics that cannot be loaded say so, and the figures stay', async ({ page }) => {
  await open(page, '/dashboard/settings');
  await page.route(`**${statsPath}`, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  await page.getByRole('link', { name: 'Refresh Statistics' }).click();
  await expect(page.getByText('Failed to load user statistics', { exact: true })).toBeVisible();
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  await expect(page.getByText('Job Limit', { exact: true })).toBeVisible();
});

test('changes made elsewhere appear when the page is seen again; a failed update is ignored', async ({
  page,
}) => {
  const program = await open(page, '/dashboard');
  const asks = asksOf(page, userPath);
  const seeAgain = () => page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByLabel('User menu').click();
  const menu = page.getByRole('banner');
  await program.rename({ first_name: 'Grace', last_name: 'Hopper' });
  await seeAgain();
  await expect(menu.getByText('Grace Hopper', { exact: true })).toBeVisible();
  // The page was reloaded: earlier responses are not cached.
  const asked = page.waitForRequest(`**${userPath}`);
  await seeAgain();
  await asked;
  const before = asks();
  await seeAgain();
  await seeAgain();
  expect(asks()).toBe(before);

  await page.clock.fastForward(5_100);
  await page.route(`**${userPath}`, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  await program.rename({ first_name: 'Ada', last_name: 'Lovelace' });
  await seeAgain();
  await expect.poll(asks).toBe(before + 1);
  await expect(menu.getByText('Grace Hopper', { exact: true })).toBeVisible();
  await expect(page.getByText('Error', { exact: true })).toHaveCount(0);
  await page.unroute(`**${userPath}`);
  // No failure is kept.
  await seeAgain();
  await expect(menu.getByText('Ada Lovelace', { exact: true })).toBeVisible();
});
