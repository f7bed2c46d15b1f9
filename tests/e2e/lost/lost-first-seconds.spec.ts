import type { Page } from '@playwright/test';
import { accountOn, endSessions } from '#tests/e2e/account-rows.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';
import {
  expect,
  expectNoErrorPage,
  expectToast,
  isForm,
  isLoad,
  test,
  untilGuarded,
} from '#tests/e2e/lost-fixtures.ts';
import { makeJobs } from '#tests/e2e/made-jobs.ts';

// A page that has just loaded does not have the scripts of the guard yet; still nothing is lost.

test.use({ who: 'new' });

type Asked = { method: string; path: string };
const isGuard = ({ path }: Asked) => /guard-router|toast-shelf|^\/healthz/.test(path);
const row = (page: Page) => page.getByRole('row', { name: /Job 1/ });

/** Documents the browser loads from now on. */
function countDocuments(page: Page): string[] {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      loaded.push(new URL(request.url()).pathname);
  });
  return loaded;
}

test('an action lost with the whole network ends with its toast once the network is back', async ({
  page,
  cutter,
  facts,
}) => {
  await makeJobs({ page, facts, count: 1 });
  cutter.fail({ failure: 'cut-before', isMeant: (asked) => isGuard(asked) || isForm(asked) });
  await page.goto('/dashboard');
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Pause Job 1' }).click();
  await expect.poll(() => cutter.failed.filter((one) => one.includes('healthz')).length).toBeGreaterThan(1);
  await expectNoErrorPage(page);
  await expect(row(page)).toBeVisible();
  cutter.heal();
  await expectToast({ page, text: 'Failed to update job status. Please try again.' });
  await expect(row(page)).toContainText('Active');
  await page.getByRole('button', { name: 'Pause Job 1' }).click();
  await expectToast({ page, text: 'Job is now paused' });
});

test('the first action of a page gets its toast', async ({ page, cutter, facts }) => {
  await makeJobs({ page, facts, count: 1 });
  await page.goto('/dashboard');
  await untilHydrated(page);
  cutter.fail({ failure: 'cut-before', isMeant: isForm });
  await page.getByRole('button', { name: 'Pause Job 1' }).click();
  await expectToast({ page, text: 'Failed to update job status. Please try again.' });
  await expect(row(page)).toContainText('Active');
});

test('the first Back of a page stays on its page', async ({ page, cutter, facts }) => {
  await makeJobs({ page, facts, count: 1 });
  cutter.fail({ failure: 'cut-before', isMeant: isGuard });
  await page.goto('/dashboard');
  await untilHydrated(page);
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click();
  await expect(page).toHaveURL(/sort=name/);
  cutter.fail({ failure: 'cut-before', isMeant: (asked) => isGuard(asked) || isLoad(asked) });
  await page.reload();
  await untilHydrated(page);
  // The guard loads while Back waits: the browser's address has changed already.
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => cutter.failed.filter((one) => one.includes('healthz')).length).toBeGreaterThan(1);
  cutter.fail({ failure: 'no-upstream', isMeant: isLoad });
  await expectToast({ page, text: 'Failed to load dashboard data. Please try again.' });
  await expect(page).toHaveURL(/sort=name/);
  cutter.heal();
  await page.goBack();
  await expect(page).not.toHaveURL(/sort=name/);
});

test('after a deploy removed the scripts the page still works with full page loads, one for each link', async ({
  page,
  facts,
}) => {
  await makeJobs({ page, facts, count: 1 });
  const gone = (pattern: RegExp) => page.route(pattern, (route) => route.fulfill({ status: 404 }));
  await gone(/\/assets\/(guard-router|lost-act|dashboard\.settings-)/);
  await page.goto('/dashboard');
  await untilHydrated(page);
  const loaded = countDocuments(page);
  await page.getByRole('button', { name: 'Pause Job 1' }).click();
  await expect(row(page)).toContainText('Paused');
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  // The page's own script is missing too: the page stays and works without it.
  await page.waitForTimeout(1_500);
  expect(loaded).toEqual(['/dashboard/settings']);
  await page.unrouteAll();

  await page.goto('/dashboard');
  await untilGuarded(page);
  await gone(/\/assets\//);
  loaded.length = 0;
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await page.waitForTimeout(1_500);
  expect(loaded).toEqual(['/dashboard/settings']);
});

test('an action after its session has ended leads to the sign-in, even if the first response was lost', async ({
  page,
  cutter,
  facts,
}) => {
  await makeJobs({ page, facts, count: 1 });
  await page.goto('/dashboard');
  await untilGuarded(page);
  const { id: userId } = await accountOn(page);
  // The page notices at once that its session has ended: its next request is lost too.
  cutter.fail({ failure: 'bad-gateway' });
  await endSessions({ facts, userId });
  await page.getByRole('button', { name: 'Pause Job 1' }).click();
  await expectToast({ page, text: 'Failed to update job status. Please try again.' });
  await expect(row(page)).toContainText('Active');
  cutter.heal();
  // The repeated reload leads to the sign-in.
  await expect(
    page.getByText('Your session has ended. Sign in again to go on where you were.'),
  ).toBeVisible();
});
