import { createJob, untilHydrated } from './job-steps.ts';
import {
  expect,
  expectNoErrorPage,
  expectToast,
  isLoad,
  staleLine,
  test,
  untilGuarded,
} from './lost-fixtures.ts';

// Reloads of an open page that fail, and the ways back to a page.

test.use({ who: 'new' });

for (const failure of ['cut', 'bad-gateway', 'truncated', 'cut-before'] as const) {
  test(`an open page keeps its data while reloads are lost (${failure}), says so, and is up to date again by itself`, async ({
    page,
    cutter,
    facts,
  }) => {
    const name = await createJob({ page, url: `${facts.echoUrl}/e2e` });
    await page.goto('/dashboard');
    await untilHydrated(page);
    const row = page.getByRole('row', { name: new RegExp(name) });
    const href = await page.getByRole('link', { name, exact: true }).getAttribute('href');
    cutter.fail({ failure, isMeant: isLoad });
    // Somebody else changes the job: the page hears of it, and reloads.
    const form = { status: 'paused', from: 'list', redirectTo: '/dashboard' };
    await page.request.post(`${facts.url}${href}/status`, {
      form,
      headers: { origin: facts.url },
      maxRedirects: 0,
    });
    await expect(staleLine(page)).toBeVisible();
    await expect(row).toContainText('Active');
    await expect.poll(() => cutter.failed.length).toBeGreaterThan(1);
    await expectNoErrorPage(page);
    cutter.heal();
    await expect(staleLine(page)).toHaveCount(0, { timeout: 20_000 });
    await expect(row).toContainText('Paused');
  });
}

test('Back that is lost stays on its page with its address, and works afterwards', async ({
  page,
  cutter,
}) => {
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

test('a page whose script cannot be had stays; one whose script is gone comes from the new build', async ({
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

test('an error page after a load names the request that failed', async ({ page }) => {
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

test('the documentation stays where it was', async ({ page, cutter }) => {
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
