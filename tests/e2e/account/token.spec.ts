import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';

// The browser's own token (D21): a raw string under jwt_token, kept for direct calls of the API.

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('jwt_token'));

async function untilToken(page: Page, former: string | null = null): Promise<string> {
  await expect.poll(() => storedToken(page)).not.toBe(former);
  return (await storedToken(page)) ?? '';
}

test.describe('signed in', () => {
  test.use({ who: 'new' });

  test('after hydration the token is stored in the clear, works, and is removed by the sign-out', async ({
    page,
    request,
  }) => {
    const html = await (await page.goto('/dashboard'))?.text();
    const token = await untilToken(page);
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(html).not.toContain(token.slice(0, 20));
    const headers = { authorization: `Bearer ${token}` };
    expect((await request.get('/api/v1/auth/user', { headers })).status()).toBe(200);
    expect((await request.get('/api/v1/auth/user/stats', { headers })).status()).toBe(200);

    await page.getByLabel('User menu').click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL('/');
    await untilHydrated(page);
    expect(await storedToken(page)).toBeNull();
    expect((await request.get('/api/v1/auth/user', { headers })).status()).toBe(401);
  });

  test('it is used until shortly before it expires and then renewed; a page opened later reuses it', async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto('/dashboard');
    const token = await untilToken(page);
    await page.goto('/dashboard/settings');
    await untilHydrated(page);
    await page.clock.fastForward('10:00');
    await page.waitForTimeout(1_000);
    expect(await storedToken(page)).toBe(token);
    await page.clock.fastForward('04:30');
    expect(await untilToken(page, token)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test('another session’s token is replaced', async ({ page }) => {
    await page.addInitScript(() => {
      if (!sessionStorage.getItem('begun')) localStorage.setItem('jwt_token', 'a.stale.token');
      sessionStorage.setItem('begun', 'yes');
    });
    await page.goto('/dashboard');
    expect(await untilToken(page, 'a.stale.token')).toMatch(/^eyJ/);
  });

  test.describe('with an ended session', () => {
    test.use({ allowedErrors: [/status of 401/] });

    test('the token is removed, the page says so, and the browser goes to /login', async ({ page }) => {
      const begin = Date.now();
      await page.clock.install({ time: begin });
      // A page without live updates, so none of them navigates away.
      await page.goto('/dashboard/settings');
      await untilToken(page);
      await page.context().clearCookies();
      // From here on the clock is stopped, however long the page takes to show the message.
      await page.clock.pauseAt(begin + 15 * 60_000);
      await expect(page.getByText('Please log in again to continue.', { exact: true })).toBeVisible();
      expect(await storedToken(page)).toBeNull();
      await page.clock.runFor(1_400);
      await expect(page).toHaveURL('/dashboard/settings');
      await page.clock.runFor(200);
      await page.waitForURL(/\/login\?/);
      await expect(page.getByRole('main').getByRole('button', { name: 'Sign In' })).toBeVisible();
    });
  });
});

test('a signed-out visitor has no token, not even an earlier one', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('jwt_token', 'a.former.token'));
  for (const path of ['/', '/login']) {
    await page.goto(path);
    await expect.poll(() => storedToken(page), path).toBeNull();
  }
});
