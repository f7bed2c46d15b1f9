import type { Page } from '@playwright/test';
import { createJob, untilHydrated } from '#tests/e2e/job-steps.ts';
import {
  expect,
  expectNoErrorPage,
  expectToast,
  isLoad,
  staleLine,
  test,
  untilGuarded,
} from '#tests/e2e/lost-fixtures.ts';

// Failing reloads of an open page, and Back.

test.use({ who: 'new' });

/**
 * Page data of the dashboard over the limit of page loads, as single fetch writes it: the root has its own, the two routes
 * behind the sign-in share one refusal.
 */
const tooManyPages = `${JSON.stringify([
  { _1: 2, _6: 7, _21: 22 },
  ...['root', { _3: 4 }, 'data', { _5: -5 }, 'notice'],
  ...['routes/dashboard', { _8: 9 }, 'error', ['ErrorResponse', 10, 19, 20]],
  { _11: 12, _13: 14, _15: 16, _17: 18 },
  ...['type', 'rate_limit', 'title', 'Rate Limit Exceeded'],
  ...['message', 'Too many requests. Please try again later.', 'requestId', 'a-request', 429, ''],
  ...['routes/dashboard._index', { _8: 9 }],
])}\n`;

/** Somebody else pauses the job: an open page is notified and reloads. */
async function pauseElsewhere({
  page,
  facts,
  href,
}: {
  page: Page;
  facts: { url: string };
  href: string | null;
}): Promise<void> {
  await page.request.post(`${facts.url}${href}/status`, {
    form: { status: 'paused', from: 'list', redirectTo: '/dashboard' },
    headers: { origin: facts.url },
    maxRedirects: 0,
  });
}

/** The dashboard with a new job: its row, and the address of its page. */
async function openDashboard({ page, facts }: { page: Page; facts: { echoUrl: string } }) {
  const name = await createJob({ page, url: `${facts.echoUrl}/e2e` });
  await page.goto('/dashboard');
  await untilHydrated(page);
  const href = await page.getByRole('link', { name, exact: true }).getAttribute('href');
  return { row: page.getByRole('row', { name: new RegExp(name) }), href };
}

for (const failure of ['cut', 'bad-gateway', 'truncated', 'cut-before'] as const) {
  test(`an open page keeps its data while reloads are lost (${failure}), says so, and updates itself again`, async ({
    page,
    cutter,
    facts,
  }) => {
    const { row, href } = await openDashboard({ page, facts });
    cutter.fail({ failure, isMeant: isLoad });
    await pauseElsewhere({ page, facts, href });
    await expect(staleLine(page)).toBeVisible();
    await expect(row).toContainText('Active');
    await expect.poll(() => cutter.failed.length).toBeGreaterThan(1);
    await expectNoErrorPage(page);
    cutter.heal();
    await expect(staleLine(page)).toHaveCount(0, { timeout: 20_000 });
    await expect(row).toContainText('Paused');
  });
}

test('an open page keeps its data while its reloads hit the rate limit, and updates itself again', async ({
  page,
  facts,
}) => {
  const { row, href } = await openDashboard({ page, facts });
  let refusals = 0;
  // The stack of these tests has no such limit: this is a limit's response.
  await page.route(/\/dashboard\.data/, (route) => {
    refusals += 1;
    return route.fulfill({ status: 429, contentType: 'text/x-script', body: tooManyPages });
  });
  await pauseElsewhere({ page, facts, href });
  await expect(staleLine(page)).toBeVisible();
  await expect.poll(() => refusals).toBeGreaterThan(1);
  await expect(page.getByText('Rate Limit Exceeded')).toHaveCount(0);
  await expect(row).toContainText('Active');
  await page.unrouteAll();
  await expect(staleLine(page)).toHaveCount(0, { timeout: 20_000 });
  await expect(row).toContainText('Paused');
});

test('a lost Back stays on its page and address, and works afterwards', async ({ page, cutter }) => {
  await page.goto('/dashboard');
  await untilHydrated(page);
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  cutter.fail({ failure: 'bad-gateway', isMeant: isLoad });
  await page.goBack();
  await expectToast({ page, text: 'Failed to load dashboard data. Please try again.' });
  await expect(page).toHaveURL(/\/dashboard\/settings$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  cutter.heal();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
});

test('a page whose script cannot be loaded stays; one whose script was removed comes from the new build', async ({
  page,
  cutter,
}) => {
  await page.goto('/dashboard');
  await untilGuarded(page);
  const isScript = ({ path }: { path: string }) => path.startsWith('/assets/');
  cutter.fail({ failure: 'cut-before', isMeant: isScript });
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expectToast({ page, text: 'Failed to load the page. Please try again.' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  cutter.heal();
  await page.route(/\/assets\/dashboard\.settings-/, (route) => route.fulfill({ status: 404 }), { times: 1 });
  const opened = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole('link', { name: 'Settings' }).first().click();
  expect(new URL((await opened).url()).pathname).toBe('/dashboard/settings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
});

test('an error page after a load names the failed request', async ({ page }) => {
  await page.goto('/dashboard');
  await untilHydrated(page);
  const own = await page.locator('meta[name=request-id]').getAttribute('content');
  const failed = page.waitForResponse(/\/dashboard\/jobs\/999999\/delete\.data/);
  await page.evaluate(() => {
    const router = (window as unknown as { __remixRouter: { navigate: (to: string) => void } }).__remixRouter;
    router.navigate('/dashboard/jobs/999999/delete');
  });
  await failed;
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Not Found');
  await expect(page.getByText(own ?? '-')).toHaveCount(0);
});

test('the documentation stays on its page', async ({ page, cutter }) => {
  await page.goto('/docs');
  await untilHydrated(page);
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  cutter.fail({ failure: 'bad-gateway', isMeant: isLoad });
  await page.getByRole('complementary').getByRole('link', { name: 'API Errors' }).click();
  await expectToast({ page, text: 'Failed to load the page. Please try again.' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
  cutter.heal();
  await page.getByRole('complementary').getByRole('link', { name: 'API Errors' }).click();
  await expect(page).toHaveURL(/\/docs\/errors$/);
});
