import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.className);

test.describe('the theme', () => {
  test('follows the system until one is chosen, and the choice is kept as a class of the root', async ({
    page,
  }) => {
    await page.goto('/');
    expect(await themeOf(page)).toBe('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => themeOf(page)).toBe('dark');

    await untilHydrated(page);
    await page.getByLabel('Theme').first().click();
    await page.getByRole('button', { name: 'Light', exact: true }).click();
    await expect.poll(() => themeOf(page)).toBe('light');
    expect(await page.evaluate(() => localStorage.getItem('vite-ui-theme'))).toBe('light');

    // Each of the three themes, with the opposite system setting.
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('button', { name: 'Dark', exact: true }).click();
    await expect.poll(() => themeOf(page)).toBe('dark');
    expect(await page.evaluate(() => localStorage.getItem('vite-ui-theme'))).toBe('dark');
    await page.reload();
    expect(await themeOf(page)).toBe('dark');

    await untilHydrated(page);
    await page.getByLabel('Theme').first().click();
    await page.getByRole('button', { name: 'System', exact: true }).click();
    await expect.poll(() => themeOf(page)).toBe('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => themeOf(page)).toBe('dark');
  });

  test('a stored theme is set as a class before the first paint, whatever the system says', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      localStorage.setItem('vite-ui-theme', 'dark');
      // Attributes of the root at the start of the body, before any script outside the head.
      new MutationObserver((_, observer) => {
        if (document.querySelector('body') === null) return;
        observer.disconnect();
        sessionStorage.setItem('theme-at-body', document.documentElement.className);
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto('/login');
    expect(await page.evaluate(() => sessionStorage.getItem('theme-at-body'))).toBe('dark');
  });
});

test.describe('a signed-out visitor', () => {
  test('is sent from a page of the dashboard to the sign-in, with one button', async ({ page }) => {
    await page.goto('/dashboard/settings');
    await expect(page).toHaveURL(/\/login\?redirectTo=%2Fdashboard%2Fsettings/);
    await expect(page).toHaveTitle('Sign In · Punctual');
    await expect(page.getByRole('main').getByRole('button')).toHaveText(['Sign In']);
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(0);
  });
});

test.describe('a new account', () => {
  test.use({ who: 'new' });

  test('signing out in the user menu returns to the public page and closes the dashboard', async ({
    page,
  }) => {
    await page.goto('/dashboard');
    await untilHydrated(page);
    await page.getByLabel('User menu').click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(({ pathname }) => pathname === '/');
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login/);
  });
});

test.describe('the premium account', () => {
  test.use({ who: 'premium', allowedErrors: [/status of 404/] });

  test('the sidebar has Dashboard, Incidents, API Documentation, Settings and Home', async ({ page }) => {
    await page.goto('/dashboard');
    const entries = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link');
    // This installation names no address for feedback.
    await expect(entries).toHaveText(['Dashboard', /^Incidents/, 'API Documentation', 'Settings', 'Home']);
    expect(await entries.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      '/dashboard',
      '/dashboard/incidents',
      '/dashboard/api-docs',
      '/dashboard/settings',
      '/',
    ]);
    await page.getByLabel('User menu').click();
    await expect(page.getByRole('banner').getByText('Admin', { exact: true })).toHaveCount(0);
  });

  test('a signed-in user who is not an admin is redirected from /admin to the dashboard', async ({
    page,
  }) => {
    await page.goto('/admin/logs');
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('/create-job leads to the create page', async ({ page }) => {
    await page.goto('/create-job');
    await expect(page).toHaveURL(/\/dashboard\/jobs\/create$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Job');
  });

  test('an unknown path of the dashboard says Page Not Found and links back to the dashboard', async ({
    page,
  }) => {
    const response = await page.goto('/dashboard/no/such/page');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('an unknown public path says Page Not Found too', async ({ page }) => {
    const response = await page.goto('/no-such-page');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
    await expect(page).toHaveTitle('Page Not Found · Punctual');
  });
});

test.describe('the admin', () => {
  test.use({ who: 'admin', allowedErrors: [/status of 404/] });

  test('an admin has the badge, and an unknown path of the admin area is a 404', async ({ page }) => {
    await page.goto('/dashboard');
    await untilHydrated(page);
    await page.getByLabel('User menu').click();
    // Beside the name, in the bar and in the menu.
    const badges = page.getByRole('banner').getByText('Admin', { exact: true });
    await expect(badges).toHaveCount(2);
    for (const badge of await badges.all()) await expect(badge).toBeVisible();
    const response = await page.goto('/admin/no-such-page');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
    await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible();
  });
});
