import type { Page, Request } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createJob, untilHydrated } from '#tests/e2e/job-steps.ts';

test.use({ who: 'new' });

const stream = '**/dashboard/live';
const soon = { timeout: 10_000 };

/** The job the page shows, changed by somebody else. */
async function pauseElsewhere({ page, name, origin }: { page: Page; name: string; origin: string }) {
  const href = await page.getByRole('link', { name, exact: true }).getAttribute('href');
  const form = { status: 'paused', from: 'list', redirectTo: '/dashboard' };
  await page.request.post(`${href}/status`, { form, headers: { origin }, maxRedirects: 0 });
}

test('an open list shows at once changes made elsewhere and by the engine', async ({ page, facts }) => {
  const name = await createJob({ page, url: `${facts.echoUrl}/e2e` });
  const reported = page.waitForResponse(stream);
  await page.goto('/dashboard');
  await reported;
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('Never');
  const href = await page.getByRole('link', { name, exact: true }).getAttribute('href');
  await page.request.post(`${href}/run`, { headers: { origin: facts.url }, maxRedirects: 0 });
  await expect(row).not.toContainText('Never', soon);

  await pauseElsewhere({ page, name, origin: facts.url });
  await expect(row).toContainText('Paused', soon);
});

test.describe('without a stream', () => {
  test.use({ allowedErrors: [/status of 503/] });

  test('the page asks every 15 seconds, but not while it is hidden', async ({ page, facts }) => {
    const name = await createJob({ page, url: `${facts.echoUrl}/e2e` });
    await page.route(stream, (route) => route.fulfill({ status: 503 }));
    await page.clock.install();
    await page.goto('/dashboard');
    await untilHydrated(page);
    await pauseElsewhere({ page, name, origin: facts.url });
    const row = page.getByRole('row', { name: new RegExp(name) });
    await expect(row).toContainText('Active');

    const hide = (isHidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    await hide(true);
    await page.clock.runFor(60_000);
    await expect(row).toContainText('Active');
    await hide(false);
    await page.clock.runFor(20_000);
    await expect(row).toContainText('Paused', soon);
  });

  test('two seconds after a trigger the page asks again and shows the execution', async ({ page, facts }) => {
    await createJob({ page, url: `${facts.echoUrl}/e2e` });
    await page.route(stream, (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await untilHydrated(page);
    const isCheck = (request: Request) =>
      request.method() === 'GET' && /\/dashboard\/jobs\/\d+\.data/.test(request.url());
    const looks: number[] = [];
    const asked = page.waitForResponse((response) => response.url().includes('/run.data'));
    await page.getByRole('button', { name: 'Run Now' }).click();
    await asked;
    const askedAt = Date.now();
    page.on('request', (request) => {
      if (isCheck(request)) looks.push(Date.now() - askedAt);
    });
    await expect(
      page.getByRole('region', { name: 'Executions History' }).getByRole('row', { name: /Success/ }),
    ).toBeVisible({ timeout: 6_000 });
    await expect.poll(() => looks.some((afterMs) => afterMs > 1_500 && afterMs < 12_000)).toBe(true);
  });
});
