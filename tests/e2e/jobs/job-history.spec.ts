import { readFile } from 'node:fs/promises';
import type { Page, Route } from '@playwright/test';
import { addHistory } from '#tests/e2e/execution-rows.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createJob, runNow, untilHydrated } from '#tests/e2e/job-steps.ts';

const historyOf = (page: Page) => page.getByRole('region', { name: 'Executions History' });
const rowsOf = (page: Page) => historyOf(page).getByRole('link', { name: /View/ });
const search = (page: Page) => historyOf(page).getByRole('searchbox', { name: 'Search executions' });

test.describe('the seeded history', () => {
  test.use({ who: 'premium' });

  test.beforeEach(async ({ page }) => {
    await page.goto('/dashboard?search=Nightly+invoice+run');
    await page.getByRole('link', { name: 'Nightly invoice run', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Nightly invoice run' })).toBeVisible();
    // Before hydration, a form sent by the browser cancels a link that is loading.
    await untilHydrated(page);
  });

  test('a date range narrows the history, names its days and is removed by its chip', async ({ page }) => {
    const history = historyOf(page);
    const all = Number(/of (\d+) executions/.exec(await history.innerText())?.[1]);
    const dates = await history
      .locator('tbody time')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''));
    const day = new Date(dates[0] ?? '').toLocaleDateString('en-CA', { timeZone: 'America/New_York' });
    await history.getByText('Date Range').click();
    await history.getByLabel('Start Date').fill(day);
    await history.getByLabel('End Date').fill(day);
    await history.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(new RegExp(`start=${day}&end=${day}`));
    await expect(history.getByRole('link', { name: /, remove$/ })).toBeVisible();
    await expect(rowsOf(page)).not.toHaveCount(10);
    expect(await rowsOf(page).count()).toBeGreaterThan(0);
    await history.getByRole('link', { name: /, remove$/ }).click();
    await expect(history).toContainText(`Showing 10 of ${all} executions`);

    await history.getByText('Date Range').click();
    await history.getByLabel('Start Date').fill('2026-03-02');
    await history.getByLabel('End Date').fill('2026-03-01');
    await history.getByRole('button', { name: 'Apply' }).click();
    await expect(history.getByRole('alert')).toHaveText(
      'The End Date is before the Start Date. Choose the same day or a later one.',
    );
  });

  test('filter, search and dates stay together in the address, also while an execution is open over it', async ({
    page,
  }) => {
    const history = historyOf(page);
    await history.getByRole('link', { name: 'Success', exact: true }).click();
    await expect(history.getByRole('search').locator('[name=status]')).toHaveValue('success');
    await search(page).fill('200');
    await search(page).press('Enter');
    await expect(page).toHaveURL(/status=success/);
    await expect(page).toHaveURL(/search=200/);
    // Until the chip is shown, the rows still link to the previous list.
    await expect(historyOf(page).getByRole('link', { name: /“200”/ })).toBeVisible();
    const list = page.url();
    await rowsOf(page).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page).toHaveURL(/executions\/\d+\?.*search=200/);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(list);
    await search(page).fill('no answer says this');
    await search(page).press('Enter');
    await expect(history).toContainText('No executions found for this job.');
  });

  test('a search right after a filter keeps the filter, even before its response has arrived', async ({
    page,
  }) => {
    // The first response does not arrive.
    await page.route(
      ({ pathname, search: asked }) => pathname.endsWith('.data') && asked.includes('status=success'),
      () => undefined,
      { times: 1 },
    );
    await historyOf(page).getByRole('link', { name: 'Success', exact: true }).click();
    // The choice is rendered a moment after the click; Enter pressed within that moment drops it.
    await expect(historyOf(page).getByRole('search').locator('[name=status]')).toHaveValue('success');
    await search(page).fill('200');
    await search(page).press('Enter');
    await expect(page).toHaveURL(/search=200/);
    await expect(page).toHaveURL(/status=success/);
    await expect(rowsOf(page).first()).toBeVisible();
  });

  test('a column of the last 30 days links to the executions of that day', async ({ page }) => {
    const days = page.getByRole('group', { name: /^30 days/ }).getByRole('link');
    await expect(days).toHaveCount(30);
    await days.nth(28).click();
    await expect(page).toHaveURL(/start=\d{4}-\d\d-\d\d&end=\d{4}-\d\d-\d\d&zone=UTC/);
    await expect(historyOf(page).getByRole('link', { name: /UTC\s*, remove$/ })).toBeVisible();
  });

  test('the file has the rows that the filters show', async ({ page }) => {
    const success = historyOf(page).getByRole('link', { name: 'Success', exact: true });
    await success.click();
    await expect(success).toHaveAttribute('aria-current', 'true');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      historyOf(page).getByRole('link', { name: 'Export as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^executions-of-job-\d+\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^id,status,reason,trigger,scheduled_for,start_time,/);
    const total = Number(
      /of ([\d,]+) executions/.exec(await historyOf(page).innerText())?.[1]?.replace(',', ''),
    );
    expect(lines.length - 1).toBe(total);
    expect(lines.slice(1).every((line) => /^\d+,success,/.test(line))).toBe(true);
  });
});

test.describe('a growing history', () => {
  test.use({ who: 'new' });

  test('search finds by id, status code, words of the error and text of the response', async ({
    page,
    facts,
  }) => {
    test.setTimeout(60_000);
    await createJob({ page, url: `${facts.echoUrl}/status/404`, fields: { 'Retry Count': '0' } });
    await runNow(page, /Failed/);
    const id = /execution (\d+)/.exec(await rowsOf(page).first().innerText())?.[1] ?? '';
    for (const text of [id, '404', 'the response was 404', '"status":404']) {
      await search(page).fill(text);
      await search(page).press('Enter');
      await expect(page).toHaveURL(
        new RegExp(`search=${encodeURIComponent(text).replaceAll('%20', '\\+').slice(0, 6)}`),
      );
      await expect(historyOf(page)).toContainText('Showing 1 of 1 executions');
    }
    await search(page).fill('405');
    await search(page).press('Enter');
    await expect(historyOf(page)).toContainText('No executions found for this job.');
  });

  test('what is typed or erased while results load stays, and the field follows the address', async ({
    page,
    facts,
  }) => {
    await createJob({ page, url: `${facts.echoUrl}/e2e` });
    await untilHydrated(page);
    const searchMeanwhile = async (type: () => Promise<void>) => {
      const hold = async (route: Route) => {
        const response = await route.fetch();
        await type();
        await route.fulfill({ response });
      };
      await page.route(/\.data\?.*search=404(?:&|$)/, hold, { times: 1 });
      await search(page).fill('404');
      await search(page).press('Enter');
      await expect(page).toHaveURL(/search=404/);
      await expect(historyOf(page)).toContainText('No executions found for this job.');
    };
    await searchMeanwhile(() => search(page).pressSequentially(' and more'));
    await expect(search(page)).toHaveValue('404 and more');
    await expect(search(page)).toBeFocused();
    await page.goBack();
    await expect(page).not.toHaveURL(/search=/);
    await expect(search(page)).toHaveValue('');
    await page.goForward();
    await expect(search(page)).toHaveValue('404');
    await page.goBack();
    await expect(search(page)).toHaveValue('');

    await searchMeanwhile(() => search(page).fill('4'));
    await expect(search(page)).toHaveValue('4');
  });

  test('the file has the choice that is still loading', async ({ page, facts }) => {
    await createJob({ page, url: `${facts.echoUrl}/e2e` });
    await untilHydrated(page);
    const exported = historyOf(page).getByRole('link', { name: 'Export as CSV' });
    await expect(exported).not.toHaveAttribute('href', /status=/);
    let isHeld = false;
    await page.route(/\.data\?.*status=failed/, async (route) => {
      isHeld = true;
      await expect(exported).toHaveAttribute('href', /status=failed/);
      await route.continue();
    });
    const failed = historyOf(page).getByRole('link', { name: 'Failed', exact: true });
    await failed.click();
    await expect(failed).toHaveAttribute('aria-current', 'true');
    expect(isHeld).toBe(true);
  });

  test('a run started elsewhere waits behind a button; focus and scroll position stay', async ({
    page,
    facts,
    context,
  }) => {
    test.setTimeout(60_000);
    await createJob({ page, url: `${facts.echoUrl}/e2e/live` });
    await runNow(page);
    await rowsOf(page).first().focus();
    // A second run within two seconds joins the first.
    await page.waitForTimeout(2_000);
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Run Now' }).click();
    await expect(historyOf(other).getByRole('row', { name: /Success/ })).toHaveCount(2);
    await other.close();

    const more = historyOf(page).getByRole('button', { name: '1 new execution' });
    await expect(more).toBeVisible({ timeout: 20_000 });
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowsOf(page).first()).toBeFocused();
    await more.click();
    await expect(rowsOf(page)).toHaveCount(2);
  });
});

test.describe('without JavaScript', () => {
  test.use({ who: 'premium', javaScriptEnabled: false, viewport: { width: 360, height: 800 } });

  test('search, dates, filter and Load More work through the address', async ({ page }) => {
    await page.goto('/dashboard?search=Nightly+invoice+run');
    await page.getByRole('link', { name: 'Nightly invoice run', exact: true }).click();
    const history = historyOf(page);
    await history.getByRole('link', { name: 'Load More' }).click();
    await expect(history).toContainText(/Showing 20 of \d+ executions/);
    await search(page).fill('200');
    await search(page).press('Enter');
    await expect(page).toHaveURL(/search=200/);
    await history.getByText('Date Range').click();
    await history.getByLabel('Start Date').fill('2020-01-01');
    await history.getByLabel('End Date').fill('2020-01-02');
    await history.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/search=200.*start=2020-01-01/);
    await expect(history).toContainText('No executions found for this job.');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});

test.describe('a history of more than 500 rows', () => {
  test.use({ who: 'new' });

  test('Load More continues to the end; the rows above stay, and the address keeps the state', async ({
    page,
    facts,
  }) => {
    test.setTimeout(90_000);
    await createJob({ page, url: `${facts.echoUrl}/e2e`, status: 'inactive' });
    await addHistory({ page, facts, rows: 523 });
    await page.goto(`${page.url()}?shown=500`);
    await untilHydrated(page);
    const history = historyOf(page);
    // By role, every check would compute hundreds of names.
    const lines = history.locator('tbody tr');
    const more = history.getByRole('link', { name: 'Load More' });
    await expect(history).toContainText('Showing 500 of 523 executions');
    await more.click();
    await expect(page).toHaveURL(/cursor=\d+_\d+/);
    await expect(lines).toHaveCount(510, { timeout: 20_000 });
    await expect(history).toContainText('Showing 510 of 523 executions');
    await expect(lines.nth(500).getByRole('link')).toBeFocused();
    await more.click();
    await expect(lines).toHaveCount(520, { timeout: 20_000 });
    await more.click();
    await expect(lines).toHaveCount(523, { timeout: 20_000 });
    await expect(history).toContainText('Showing 523 of 523 executions');
    await expect(more).toHaveCount(0);

    await page.reload();
    await expect(lines).toHaveCount(23);
    await addHistory({ page, facts, rows: 1, minutesAgo: 0 });
    await history.getByRole('link', { name: '1 new execution' }).click({ timeout: 30_000 });
    await expect(history).toContainText('Showing 10 of 524 executions');
    await expect(page).not.toHaveURL(/cursor=/);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('Load More is a link to the next rows', async ({ page, facts }) => {
      await createJob({ page, url: `${facts.echoUrl}/e2e`, status: 'inactive' });
      await addHistory({ page, facts, rows: 505 });
      await page.goto(`${page.url()}?shown=500`);
      await historyOf(page).getByRole('link', { name: 'Load More' }).click();
      await expect(rowsOf(page)).toHaveCount(5);
      await historyOf(page).getByRole('link', { name: 'Show the newest' }).click();
      await expect(rowsOf(page)).toHaveCount(10);
    });
  });
});
