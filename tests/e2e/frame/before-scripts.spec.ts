import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createJob, untilHydrated } from '#tests/e2e/job-steps.ts';

// On a slow connection a page is used before its scripts have come: what was opened then stays as it is.

test.use({ who: 'new' });

/** Opens the page without its first script; returns what lets it through. */
async function openWithoutScripts({ page, url }: { page: Page; url: string }): Promise<() => Promise<void>> {
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  await page.route(/\/assets\/entry\.client-/, async (route) => {
    await started;
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'commit' });
  return async () => {
    start();
    await untilHydrated(page);
  };
}

test('a menu opened before the scripts stays open, and its buttons work', async ({ page, facts }) => {
  await createJob({ page, url: `${facts.echoUrl}/e2e` });
  const start = await openWithoutScripts({ page, url: page.url() });
  await page.getByLabel('Pause until a time').click();
  const hour = page.getByRole('button', { name: '1 Hour' });
  await expect(hour).toBeVisible();
  await start();
  await expect(hour).toBeVisible();
  await hour.click();
  await expect(page.getByText('Job paused successfully.', { exact: true })).toBeVisible();
  await expect(hour).toBeHidden();
});

test('a menu closes when its link leads to another page', async ({ page }) => {
  await page.goto('/dashboard');
  await untilHydrated(page);
  const menu = page.locator('summary[aria-label="User menu"]');
  await menu.click();
  await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expect(page.locator('details[open] summary[aria-label="User menu"]')).toHaveCount(0);
});

test('a form filled in before the scripts keeps its words, and sends them', async ({ page, facts }) => {
  const start = await openWithoutScripts({ page, url: '/dashboard/jobs/create' });
  await page.getByLabel('Job Name').fill('Typed early');
  await page.getByLabel('Webhook URL').fill(`${facts.echoUrl}/e2e`);
  const cron = page.getByRole('textbox', { name: 'Cron Expression' });
  await page.getByRole('radio', { name: 'Cron Expression' }).check();
  await cron.fill('15 6 * * 1-5');
  await start();
  await expect(page.getByLabel('Job Name')).toHaveValue('Typed early');
  await expect(page.getByLabel('Webhook URL')).toHaveValue(`${facts.echoUrl}/e2e`);
  await expect(page.getByText('Every weekday at 06:15', { exact: false }).first()).toBeVisible();
  await cron.press('End');
  await cron.press('Backspace');
  await expect(cron).toHaveValue('15 6 * * 1-');
  await cron.pressSequentially('4');
  await page.getByRole('button', { name: 'Create Job' }).click();
  await expect(page.getByRole('link', { name: 'Typed early', exact: true })).toBeVisible();
});
