import { accountOf } from '#tests/e2e/account-rows.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';
import { emailOf } from '#tests/e2e/sign-in.ts';

// The admin area shows why jobs fail, the authors of changes, and daily trends.

for (const width of [1280, 360])
  test.describe(`at ${width} px`, () => {
    test.use({ who: 'admin', viewport: { width, height: 800 } });

    test('the overview shows 30 days as bars and as a table, and links to the health of the engine', async ({
      page,
      expectAccessible,
    }) => {
      await page.goto('/admin');
      await untilHydrated(page);
      const trend = page.getByRole('region', { name: 'Last 30 Days' });
      for (const label of ['Jobs That Ran', 'Runs', 'Failures'])
        await expect(
          trend.getByRole('img', { name: new RegExp(`^${label}: [\\d,]+ today; max`) }),
        ).toBeVisible();
      await trend.getByText('Show as a Table').press('Enter');
      const table = trend.getByRole('table', { name: 'Jobs, runs and failures by day' });
      await expect(table.getByRole('row')).toHaveCount(31);
      await expectAccessible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await page.getByRole('link', { name: 'View Engine Health' }).press('Enter');
      await expect(page).toHaveURL('/admin/settings#engine');
      await expect(page.getByRole('region', { name: 'Engine' })).toBeInViewport();
    });

    test('recent failures say why, with the code', async ({ page, expectAccessible }) => {
      await page.goto('/admin/failures');
      const rows = page.getByRole('table', { name: 'Recent Failures' }).getByRole('row');
      const codes = rows.getByText(/^(?:status_rejected|timeout|connect_failed|dns_failed|tls_failed|\w+)$/);
      await expect(rows.nth(1)).toContainText(/[a-z]\.\s*[a-z]+_?[a-z]+/);
      expect(await codes.count()).toBeGreaterThan(0);
      await expectAccessible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });

    test('log entries name their account, and can be narrowed to days', async ({
      page,
      facts,
      expectAccessible,
    }) => {
      const email = emailOf('admin');
      const id = await accountOf({ facts, email });
      await page.goto('/admin/logs?query=Signed+in');
      await untilHydrated(page);
      const log = page.getByRole('region', { name: 'Entries' });
      await expect(log.getByRole('link', { name: email }).first()).toHaveAttribute(
        'href',
        `/admin/users/${id}`,
      );
      await page.getByText('Date Range').press('Enter');
      await page.getByLabel('Start Date').fill('2020-01-01');
      await page.getByLabel('End Date').fill('2020-01-31');
      await expectAccessible();
      await page.getByRole('button', { name: 'Apply', exact: true }).click();
      await expect(page).toHaveURL('/admin/logs?query=Signed+in&start=2020-01-01&end=2020-01-31');
      await expect(page.getByRole('heading', { name: 'No logs found' })).toBeVisible();
      await expect(page.getByText('Jan 1, 2020 to Jan 31, 2020')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Export' })).toHaveAttribute(
        'href',
        '/admin/logs/export?query=Signed+in&start=2020-01-01&end=2020-01-31',
      );
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

      // Another filter keeps the days.
      await page.getByLabel('Search logs').fill('');
      await page.getByRole('button', { name: 'Apply Filters' }).click();
      await expect(page).toHaveURL(/start=2020-01-01&end=2020-01-31/);
      await page.goto('/admin/logs?start=2020-02-01&end=2020-01-31');
      await expect(page.getByText('The end date is before the start date.')).toBeVisible();
    });
  });

test.describe('without JavaScript', () => {
  test.use({ who: 'admin', javaScriptEnabled: false });

  test('days are chosen by a plain form, and cleared by a link', async ({ page }) => {
    const today = new Date().toISOString().slice(0, 10);
    await page.goto('/admin/logs');
    await page.getByText('Date Range').click();
    await page.getByLabel('Start Date').fill(today);
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`start=${today}`));
    await expect(page.getByRole('region', { name: 'Entries' }).getByRole('listitem').first()).toBeVisible();
    await page.getByText(/^From /).click();
    await page.getByRole('link', { name: 'Clear Dates' }).click();
    await expect(page).toHaveURL('/admin/logs');
  });
});
