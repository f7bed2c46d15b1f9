import { readFileSync } from 'node:fs';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';
import { emailOf } from '#tests/e2e/sign-in.ts';

const pages = [
  ['Overview', '/admin', 'Admin Dashboard'],
  ['Users', '/admin/users', 'Users'],
  ['System Logs', '/admin/logs', 'System Security Logs'],
  ['Active Jobs', '/admin/active-jobs', 'Active Jobs'],
  ['Recent Failures', '/admin/failures', 'Recent Failures'],
  ['Settings', '/admin/settings', 'Settings'],
] as const;

test.describe('an admin', () => {
  // A refused form returns 400; the browser logs it.
  test.use({ who: 'admin', allowedErrors: [/status of 400/] });

  test('reaches the admin area from the dashboard, has every section in its sidebar, and goes back', async ({
    page,
  }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('banner').getByText('Admin', { exact: true }).first()).toBeVisible();
    await page.getByRole('link', { name: 'Admin Dashboard' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
    await expect(page.getByText('Admin Area', { exact: true })).toBeVisible();
    const sidebar = page.getByRole('navigation', { name: 'Main', exact: true });
    for (const [label, path, heading] of pages) {
      await sidebar.getByRole('link', { name: label, exact: true }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(sidebar.locator('[aria-current=page]')).toHaveText(label);
    }
    await sidebar.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
  });

  test('sees the four figures, both tabs and the quick actions', async ({ page }) => {
    await page.goto('/admin');
    const figures = page.getByRole('region', { name: 'Figures' });
    for (const label of ['Total Users', 'Active Jobs', 'Success Rate', 'Failed Executions'])
      await expect(figures.getByText(label, { exact: true })).toBeVisible();
    await expect(figures.getByText(/^\d+ new in the last 7 days$/)).toBeVisible();
    await expect(figures.getByText(/^of [\d,]+ total jobs$/)).toBeVisible();
    await expect(figures.getByText(/^\d+\.\d\d%$/)).toBeVisible();
    await expect(figures.getByText(/^\d+\.\d\d% of all executions$/)).toBeVisible();
    // The seed has thousands of executions.
    await expect(figures.getByText(/^of \d{1,3}(?:,\d{3})+ executions$/)).toBeVisible();
    await expect(page.getByText('Uptime')).toBeVisible();
    await page.getByRole('tab', { name: 'Database Information' }).click();
    await expect(page.getByText(/^\d+ of \d+$/)).toBeVisible();
    await expect(page.getByText('Uptime')).toBeHidden();
    const actions = page.getByRole('region', { name: 'Quick Actions' }).getByRole('link');
    expect(await actions.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      '/admin/users',
      '/admin/logs',
      '/admin/active-jobs',
      '/admin/failures',
      '/admin/settings#engine',
    ]);
  });

  test('filters, searches, pages and exports the security log', async ({ page, request }) => {
    for (let count = 0; count < 12; count += 1) {
      const headers = { authorization: 'Bearer pnc_live_nonsense', 'user-agent': '=cmd()' };
      await request.get('/api/v1/jobs', { headers });
    }
    await page.goto('/admin/logs');
    const log = page.getByRole('region', { name: 'Entries' });
    await expect(log.getByRole('listitem')).toHaveCount(10);
    await page.getByLabel('Log type').selectOption('AUTH_FAILURE');
    await page.getByRole('button', { name: 'Apply Filters' }).click();
    await expect(page).toHaveURL(/type=AUTH_FAILURE/);
    await expect(log.getByText('INFO', { exact: true })).toHaveCount(0);
    await page.getByLabel('Search logs').fill('=cmd()');
    await page.getByLabel('Search logs').press('Enter');
    await expect(page).toHaveURL(/query=%3Dcmd/);
    await expect(log.getByText(/^Page 1 of \d+$/)).toBeVisible();
    await expect(log.getByText('=cmd()').first()).toBeVisible();
    const badge = log.getByText('AUTH_FAILURE').first();
    await expect(badge).toHaveClass(/text-danger/);
    const turner = log.getByRole('navigation', { name: 'Pages' });
    await expect(turner.getByText('Previous')).toHaveAttribute('aria-disabled', 'true');
    await turner.getByRole('link', { name: 'Next' }).click();
    await expect(log.getByText(/^Page 2 of \d+$/)).toBeVisible();
    const words = (await turner.locator('..').textContent()) ?? '';
    const pageCount = Number(/of (\d+)/.exec(words)?.[1]);
    for (let at = 3; at <= pageCount; at += 1) {
      await turner.getByRole('link', { name: 'Next' }).click();
      await expect(log.getByText(`Page ${at} of ${pageCount}`)).toBeVisible();
    }
    await expect(turner.getByText('Next')).toHaveAttribute('aria-disabled', 'true');
    await expect(turner.getByText('Previous')).not.toHaveAttribute('aria-disabled');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^security-logs-\d{4}-\d\d-\d\d\.csv$/);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toContain(`,'=cmd(),`);
    await page.getByRole('link', { name: 'Refresh' }).click();
    await expect(page).toHaveURL(new RegExp(`query=.*page=${pageCount}`));
    await page.goto('/admin/logs?query=nothing+like+it');
    await expect(page.getByRole('heading', { name: 'No logs found' })).toBeVisible();
    await page.getByRole('link', { name: 'Clear Filters' }).click();
    await expect(log.getByRole('listitem')).toHaveCount(10);
  });

  test('finds an account and suspends it with a reason; it is signed out and cannot sign in until it is unsuspended', async ({
    page,
    browser,
    facts,
    signedInAs,
  }) => {
    const state = await signedInAs('new');
    const other = await browser.newContext({ baseURL: facts.url, storageState: state });
    const theirs = await other.newPage();
    await theirs.goto('/dashboard/settings');
    const email = await theirs.locator('#profile-email').inputValue();
    await page.goto('/admin/users');
    await page.getByLabel('Search users').fill(email);
    await page.getByRole('button', { name: 'Search' }).last().click();
    await page.getByRole('link', { name: email }).click();
    await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible();
    await page.getByRole('link', { name: 'Suspend', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Suspend ${email}?` })).toBeVisible();
    await page.getByRole('button', { name: 'Suspend' }).click();
    await expect(page.getByText('Give a reason of 1 to 200 characters, on one line.')).toBeVisible();
    await page.getByLabel('Reason').fill('sends spam');
    await page.getByRole('button', { name: 'Suspend' }).click();
    await expect(page.getByText('Suspended: sends spam')).toBeVisible();
    await theirs.goto('/dashboard');
    await expect(theirs).toHaveURL(/\/login/);
    await page.getByRole('link', { name: 'Unsuspend' }).click();
    await page.getByRole('button', { name: 'Unsuspend' }).click();
    await expect(page.getByText('Suspended: sends spam')).toBeHidden();
    await page.getByRole('link', { name: 'Make Admin' }).click();
    await page.getByRole('button', { name: 'Make Admin' }).click();
    await expect(page.getByText('The account is an admin now.', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Remove Admin Role' }).click();
    await page.getByRole('button', { name: 'Remove Admin Role' }).click();
    await expect(page.getByText('The account is no longer an admin.', { exact: true })).toBeVisible();
    await other.close();
  });

  test('filters and turns pages with the keyboard, which never loses its position', async ({
    page,
    request,
  }) => {
    for (let count = 0; count < 12; count += 1) {
      const headers = { authorization: 'Bearer pnc_live_nonsense', 'user-agent': 'keyboard-walk' };
      await request.get('/api/v1/jobs', { headers });
    }
    await page.goto('/admin/logs');
    await untilHydrated(page);
    const search = page.getByLabel('Search logs');
    await search.focus();
    await page.keyboard.type('keyboard-walk');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/query=keyboard-walk/);
    await expect(search).toBeFocused();
    const type = page.getByLabel('Log type');
    await type.focus();
    await page.keyboard.type('AUTH');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/type=AUTH_FAILURE/);
    await expect(page.getByRole('button', { name: 'Apply Filters' })).toBeFocused();
    await page.goBack();
    await expect(type).toHaveValue('');

    // From the last page but one to the last and back: the focus stays on the same control.
    const entries = page.getByRole('region', { name: 'Entries' });
    const pageCount = Number(
      /of (\d+)/.exec((await entries.getByText(/^Page 1 of/).textContent()) ?? '')?.[1],
    );
    expect(pageCount).toBeGreaterThan(1);
    await page.goto(`/admin/logs?query=keyboard-walk&page=${pageCount - 1}`);
    await untilHydrated(page);
    const ways = page.getByRole('navigation', { name: 'Pages' });
    await ways.getByRole('link', { name: 'Next' }).focus();
    await page.keyboard.press('Enter');
    await expect(entries.getByText(`Page ${pageCount} of ${pageCount}`)).toBeVisible();
    await expect(ways.getByText('Next')).toBeFocused();

    await page.goto('/admin/logs?query=nothing+like+it');
    await untilHydrated(page);
    await page.getByRole('link', { name: 'Clear Filters' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/logs$/);
    await expect(search).toHaveValue('');
    await expect(type).toBeFocused();

    await page.goto('/admin/users');
    await untilHydrated(page);
    await page.getByLabel('Search users').fill('punctual.test');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/search=punctual/);
    await expect(page.getByLabel('Search users')).toBeFocused();
  });

  test("sees other accounts' jobs by host and counts, with a link into Temporal", async ({ page, facts }) => {
    await page.goto('/admin/active-jobs');
    const table = page.getByRole('table', { name: 'Active Jobs' });
    await expect(table.getByText('Active').first()).toBeVisible();
    const link = table.getByRole('link', { name: / in Temporal$/ }).first();
    await expect(link).toHaveAttribute(
      'href',
      new RegExp(`^${facts.temporalUi}/namespaces/[^/]+/workflows/job%2F\\d+$`),
    );
    await page.goto('/admin/failures');
    await expect(page.getByRole('heading', { level: 1, name: 'Recent Failures' })).toBeVisible();
  });

  test('sees the health of the engine, and puts a banner on every page', async ({ page }) => {
    await page.goto('/admin/settings');
    const engine = page.getByRole('region', { name: 'Engine' });
    for (const label of ['Lateness p50', 'Lateness p99', 'Relay Lag', 'Pad Depth'])
      await expect(engine.getByText(label, { exact: true })).toBeVisible();
    await expect(engine.getByText('Reachable', { exact: true })).toBeVisible();
    await expect(engine.getByText('Running', { exact: true })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Rate limits' })).toBeVisible();
    await page.getByLabel('Banner', { exact: true }).fill('Maintenance at 22:00 UTC.');
    await page.getByRole('button', { name: 'Save Banner' }).click();
    await expect(page.getByText('Banner Saved', { exact: true })).toBeVisible();
    const notice = page.getByRole('complementary', { name: 'Notice' });
    await expect(notice).toHaveText('Maintenance at 22:00 UTC.');
    await page.goto('/');
    await expect(notice).toHaveText('Maintenance at 22:00 UTC.');
    await page.goto('/admin/settings');
    await page.getByLabel('Banner', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Save Banner' }).click();
    await expect(notice).toHaveCount(0);
  });

  test.describe('an unknown path', () => {
    test.use({ allowedErrors: [/status of 404/] });

    test('is the 404 page, inside the admin area', async ({ page }) => {
      const response = await page.goto('/admin/no-such-page');
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible();
      await expect(page.getByText('Admin Area', { exact: true })).toBeVisible();
    });
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('filters the log, reads both cards of the system, and is asked before an action', async ({
      page,
    }) => {
      await page.goto('/admin');
      await expect(page.getByRole('heading', { name: 'Server Information' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Database Information' })).toBeVisible();
      await page.goto('/admin/logs');
      await page.getByLabel('Log type').selectOption('INFO');
      await page.getByRole('button', { name: 'Apply Filters' }).click();
      await expect(page).toHaveURL(/type=INFO/);
      await page.goto('/admin/users');
      await page.getByLabel('Search users').fill(emailOf('free'));
      await page.getByRole('button', { name: 'Search' }).last().click();
      await page.getByRole('link', { name: emailOf('free') }).click();
      await page.getByRole('link', { name: 'Suspend', exact: true }).click();
      await page.getByRole('button', { name: 'Suspend' }).click();
      await expect(page.getByText('Give a reason of 1 to 200 characters, on one line.')).toBeVisible();
    });
  });

  for (const { theme, width } of [
    { theme: 'light', width: 1280 },
    { theme: 'dark', width: 360 },
  ] as const) {
    test.describe(`${theme} at ${width} px`, () => {
      test.use({ colorScheme: theme, viewport: { width, height: 800 } });

      test('no page of the admin area has accessibility violations or scrolls sideways', async ({
        page,
        expectAccessible,
      }) => {
        test.setTimeout(90_000);
        const more = ['/admin/users/1', '/admin/users/1/suspend', '/admin/logs?query=nothing+like+it'];
        for (const path of [...pages.map(([, to]) => to), ...more]) {
          await test.step(path, async () => {
            await page.goto(path);
            await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
            await expectAccessible();
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
              width,
            );
          });
        }
      });
    });
  }
});

test.describe('a user who is not an admin', () => {
  test.use({ who: 'premium' });

  test('sees no link to the admin area and is redirected to the dashboard', async ({ page }) => {
    for (const [, path] of pages) {
      await page.goto(path);
      await expect(page).toHaveURL('/dashboard');
    }
    await page.goto('/admin/no-such-page');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Admin Dashboard' })).toHaveCount(0);
    await expect(page.getByText('Admin', { exact: true })).toHaveCount(0);
  });
});
