import type { Route } from '@playwright/test';
import { docsPages } from '#app/content/docs-pages.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';

const search = { name: 'Search the documentation' };
const menu = { name: 'Search the Documentation' };

for (const { theme, width } of [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 360 },
] as const) {
  test.describe(`${theme} at ${width} px`, () => {
    test.use({ colorScheme: theme, viewport: { width, height: 800 } });

    test('every page of the documentation has no accessibility violations and no sideways scroll', async ({
      page,
      expectAccessible,
    }) => {
      test.setTimeout(120_000);
      const paths = ['/docs', '/docs?q=retry', '/docs?q=zeppelin', '/docs/errors'];
      for (const path of [...paths, ...docsPages.map(({ name }) => `/docs/${name}`)]) {
        await test.step(path, async () => {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
          await expectAccessible();
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        });
      }
    });

    test('the pages terms, privacy, abuse and unsubscribe have no accessibility violations and no sideways scroll', async ({ page, expectAccessible }) => {
      for (const path of ['/terms', '/privacy', '/abuse', '/unsubscribe']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expectAccessible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    });
  });
}

test('the start page lists every page, and one leads to the next and back', async ({ page }) => {
  await page.goto('/docs');
  const main = page.getByRole('main');
  for (const { title } of docsPages)
    await expect(main.getByRole('link', { name: title, exact: true }).last()).toBeVisible();
  await main.getByRole('link', { name: 'Cron Syntax', exact: true }).last().click();
  await expect(page).toHaveTitle('Cron Syntax · Punctual');
  const current = page.getByRole('navigation', { name: 'Documentation' }).locator('[aria-current=page]');
  await expect(current).toHaveText('Cron Syntax');
  await page.getByRole('link', { name: 'Next Daylight Saving Time' }).click();
  await expect(page.getByRole('heading', { name: 'Daylight Saving Time', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Previous Cron Syntax' }).click();
  await expect(page).toHaveURL(/\/docs\/cron-syntax$/);
});

test('the notifications of each plan lead to the table of their channels', async ({ page }) => {
  for (const name of ['Webhook and Slack notifications', 'Advanced notifications', 'Premium notifications']) {
    await page.goto('/');
    await page.locator('#pricing').getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(/\/docs\/notifications#channels-of-each-plan$/);
    await expect(page.getByRole('heading', { name: 'Channels of Each Plan' })).toBeInViewport();
  }
  const row = page.getByRole('row').filter({ hasText: 'PagerDuty' });
  await expect(row.getByRole('cell')).toHaveText(['PagerDuty', 'no', 'no', 'yes']);
});

test('a heading has its own address, and is in the contents of the page', async ({ page }) => {
  await page.goto('/docs/delivery');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await contents.getByRole('link', { name: 'After an Outage' }).click();
  await expect(page).toHaveURL(/#after-an-outage$/);
  await expect(page.getByRole('heading', { name: 'After an Outage' })).toBeInViewport();
});

test('the behavior at clock changes is computed by the code that fires', async ({ page }) => {
  await page.goto('/docs/daylight-saving');
  await expect(page.getByText('Sun, Mar 14, 2027, 03:00, moved out of the gap (07:00 UTC)')).toBeVisible();
  await expect(page.getByText('Sun, Nov 7, 2027, 01:30, the first of two (05:30 UTC)')).toBeVisible();
});

test('mod+K finds pages and headings while typing', async ({ page, expectAccessible }) => {
  await page.goto('/docs');
  await untilHydrated(page);
  await page.keyboard.press('Control+k');
  const layer = page.getByRole('dialog', menu);
  await expect(layer.getByRole('option', { name: 'Start', exact: true })).toBeVisible();
  await page.getByRole('dialog', menu).getByPlaceholder('Search docs').fill('in python');
  await expect(layer.getByRole('option', { name: /In Python/ })).toBeVisible();
  await expectAccessible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/signing#in-python$/);
  await expect(layer).toBeHidden();
});

test.describe('a failed lookup', () => {
  test.use({ allowedErrors: [/net::ERR_FAILED|status of 503/] });

  test('finds nothing, and the page stays as it is', async ({ page }) => {
    await page.goto('/docs/signing');
    await untilHydrated(page);
    for (const fail of [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ status: 503, body: 'away' }),
    ]) {
      await page.route(/\/docs\/find/, fail);
      await page.keyboard.press('Control+k');
      const asked = page.waitForRequest(/\/docs\/find\?q=in%20py/);
      await page.getByRole('dialog', menu).getByPlaceholder('Search docs').fill('in py');
      await (await asked).response().catch(() => null);
      await page.waitForTimeout(300);
      await expect(page.getByRole('dialog', menu).getByRole('option')).toHaveText(['Dashboard']);
      await expect(page.locator('h1')).toHaveText('Signing');
      await page.unrouteAll();
      await page.getByRole('dialog', menu).getByPlaceholder('Search docs').fill('in python');
      await expect(page.getByRole('option', { name: /In Python/ })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', menu)).toBeHidden();
    }
  });
});

test('the slash leads to the search, which works by a plain address', async ({ page }) => {
  await page.goto('/docs/start');
  await untilHydrated(page);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', search)).toBeFocused();
  await page.keyboard.type('superseded');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\?q=superseded$/);
  await expect(page.getByRole('heading', { name: 'Search: superseded' })).toBeVisible();
  await page.getByRole('link', { name: 'Retries and Delivery: Outcomes' }).click();
  await expect(page).toHaveURL(/\/docs\/delivery#outcomes$/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the documentation can be read and searched', async ({ page }) => {
    await page.goto('/docs/signing');
    await expect(page.getByText('createHmac').first()).toBeVisible();
    await page.getByRole('searchbox', search).fill('daylight');
    await page.keyboard.press('Enter');
    await page
      .getByRole('main')
      .getByRole('link', { name: 'Daylight Saving Time', exact: true })
      .last()
      .click();
    await expect(page.getByRole('heading', { name: 'Daylight Saving Time', level: 1 })).toBeVisible();
  });
});

test('every page is also available as Markdown, with its figures filled in', async ({ page }) => {
  for (const { name, title } of docsPages) {
    const response = await page.request.get(`/docs/${name}.md`);
    expect(response.headers()['content-type']).toBe('text/markdown; charset=utf-8');
    const text = await response.text();
    expect(text, name).toContain(name === 'api' ? '# Punctual API' : `# ${title}`);
    expect(text, name).not.toContain('[[');
  }
  expect(await (await page.request.get('/docs/errors.md')).text()).toContain('### 429 rate_limit');
  expect((await page.request.get('/docs/none.md')).status()).toBe(404);
  expect(await (await page.request.get('/robots.txt')).text()).toContain('Sitemap: ');
});

test.describe('a missing page', () => {
  test.use({ allowedErrors: [/status of 404/] });

  test('says so inside the documentation, with a way on', async ({ page, expectAccessible }) => {
    const response = await page.goto('/docs/nothing');
    expect(response?.status()).toBe(404);
    await expect(page).toHaveTitle('Page Not Found · Punctual');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
    await expect(page.getByRole('searchbox', search)).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Documentation' })).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expectAccessible();
    await page.getByRole('link', { name: 'Go to Documentation' }).click();
    await expect(page).toHaveURL(/\/docs$/);
  });
});

test.describe('signed in', () => {
  test.use({ who: 'free' });

  test('the command menu of the app finds the documentation too', async ({ page }) => {
    await page.goto('/dashboard');
    await untilHydrated(page);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search or jump to').fill('after an outage');
    await page.getByRole('option', { name: /After an Outage/ }).click();
    await expect(page).toHaveURL(/\/docs\/delivery#after-an-outage$/);
  });

  test.describe('while lookups fail', () => {
    test.use({ allowedErrors: [/net::ERR_FAILED/] });

    test('the command menu still works, over a page that keeps its typed text', async ({ page }) => {
      await page.goto('/dashboard/jobs/create');
      await untilHydrated(page);
      await page.getByLabel('Job Name').fill('Typed before');
      await page.route(/\/(docs|dashboard\/jobs)\/find/, (route) => route.abort());
      await page.keyboard.press('Control+k');
      const asked = Promise.all(
        [/\/docs\/find\?q=outage/, /\/jobs\/find\?search=outage/].map((url) => page.waitForRequest(url)),
      );
      await page.getByPlaceholder('Search or jump to').fill('outage');
      await asked;
      await page.waitForTimeout(300);
      await expect(page.getByRole('option', { name: 'Search jobs for "outage"' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByLabel('Job Name')).toHaveValue('Typed before');
    });
  });
});
