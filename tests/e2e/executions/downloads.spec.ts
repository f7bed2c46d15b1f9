import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createJob, untilHydrated } from '#tests/e2e/job-steps.ts';

// Failed downloads: the app stays and gives the reason. The browser logs the failed request.
test.use({ who: 'new', allowedErrors: [/Failed to load resource|net::ERR/] });
test.describe.configure({ timeout: 90_000 });

const limitToast = {
  id: 'limit',
  title: 'Rate Limit Exceeded',
  message: '5 exports an hour; try again at 21:40.',
  tone: 'error',
};

/** A job with its history on the page, deleted meanwhile in another tab. */
async function onDeletedJob({ page, url }: { page: Page; url: string }): Promise<string> {
  await createJob({ page, url });
  const jobPage = page.url();
  // The page would notice that its job was deleted.
  await page.route(/\/dashboard\/(live|jobs\/\d+\.data)/, (route) => route.abort());
  const headers = { origin: new URL(jobPage).origin };
  const deleted = await page
    .context()
    .request.post(`${jobPage}/delete`, { headers, form: { confirm: 'yes' } });
  expect(deleted.ok()).toBe(true);
  return jobPage;
}

test('an export refused by the rate limit leaves the page as it is and says when to try again', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/dashboard/import');
  await untilHydrated(page);
  const text = page.getByRole('textbox').last();
  await text.fill('0 * * * * curl https://example.com');
  await page.route('**/dashboard/export.yaml*', (route) =>
    route.fulfill({ status: 429, json: { toast: limitToast } }),
  );
  await page.getByRole('button', { name: 'YAML' }).click();
  await expect(page.getByText(limitToast.message, { exact: true })).toBeVisible();
  await expect(text).toHaveValue('0 * * * * curl https://example.com');
  await expectAccessible();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Crontab' }).press('Enter'),
  ]);
  expect(file.suggestedFilename()).toMatch(/^punctual-jobs-.*\.crontab$/);
});

test('a history that cannot be downloaded says so in place, at 360 px too', async ({ page, facts }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const jobPage = await onDeletedJob({ page, url: `${facts.echoUrl}/e2e` });
  await page.getByRole('link', { name: 'Export as CSV' }).click();
  await expect(page.getByText('The requested resource was not found.', { exact: true })).toBeVisible();
  expect(page.url()).toContain(jobPage);
});

test('a download that breaks off, or finds no network, says so', async ({ page, context }) => {
  await page.goto('/dashboard/settings');
  await untilHydrated(page);
  await page.route('**/settings/export.json*', (route) => route.abort());
  await page.getByRole('button', { name: 'Export Everything' }).click();
  await expect(
    page.getByText('The download was interrupted. Please try again.', { exact: true }),
  ).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Export Everything' }).click();
  await expect(page.getByText('You are offline, so nothing was downloaded.', { exact: true })).toBeVisible();
});

test('an export after the session has ended says so, and leads to the sign-in and back', async ({
  page,
  facts,
  playwright,
}) => {
  await page.goto('/dashboard/import');
  await untilHydrated(page);
  const nobody = await playwright.request.newContext({
    baseURL: facts.url,
    storageState: { cookies: [], origins: [] },
  });
  await page.route('**/dashboard/export.json*', async (route) => {
    const headers = { referer: route.request().headers().referer ?? '' };
    await route.fulfill({ response: await nobody.get(route.request().url(), { headers }) });
  });
  await page.getByRole('button', { name: 'JSON' }).click();
  await expect(page.getByText('Please log in again to continue.', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    '/login?redirectTo=%2Fdashboard%2Fimport',
  );
  await nobody.dispose();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a failed download has a page that says why and links back', async ({ page, facts }) => {
    await onDeletedJob({ page, url: `${facts.echoUrl}/e2e` });
    await page.goto('/dashboard');
    await page.goto('/dashboard/jobs/999999/executions.csv');
    await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
    await expect(page.getByText('The requested resource was not found.')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await page.getByRole('link', { name: 'Go Back' }).click();
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });
});
