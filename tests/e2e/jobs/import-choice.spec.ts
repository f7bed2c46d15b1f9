import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';

// A crontab with more lines than the plan allows is imported in part.

const lines = (url: string) =>
  Array.from({ length: 12 }, (_, at) => `# Line ${at + 1}\n${at} 3 * * * curl ${url}/${at}\n`).join('');
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Import: ${name},` });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: `${name}GET` });

async function preview({ page, text, hasScript }: { page: Page; text: string; hasScript: boolean }) {
  await page.goto('/dashboard/import');
  if (hasScript) await untilHydrated(page);
  await page.getByLabel('Text', { exact: true }).fill(text);
  await page.getByLabel('Format').selectOption('crontab');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('10 new, 2 without room.')).toBeVisible();
}

for (const width of [1280, 360])
  test.describe(`at ${width} px`, () => {
    test.use({ who: 'new', viewport: { width, height: 800 } });

    test('lines are selected; those beyond the limit link to Upgrade, and can replace others', async ({
      page,
      facts,
      expectAccessible,
    }) => {
      test.setTimeout(120_000);
      await preview({ page, text: lines(facts.echoUrl), hasScript: true });
      await expect(
        page.getByText('Your plan has no room for 2 jobs, so they are not selected.'),
      ).toBeVisible();
      await expect(page.getByText('status: inactive')).toHaveCount(0);
      await expect(box(page, 'Line 10')).toBeChecked();
      await expect(box(page, 'Line 11')).not.toBeChecked();
      await expect(rowOf(page, 'Line 12').getByRole('link', { name: 'Upgrade' })).toHaveAttribute(
        'href',
        '/dashboard/settings#subscription',
      );
      await expect(page.getByRole('button', { name: 'Import 10 Jobs' })).toBeVisible();
      await expectAccessible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

      await box(page, 'Line 12').press('Space');
      await page.getByRole('button', { name: 'Import 11 Jobs' }).click();
      await expect(page.getByText('Your plan has no room for 1 of the selected jobs.')).toBeVisible();
      await expect(box(page, 'Line 12')).toBeChecked();
      await expectAccessible();

      const all = page.getByRole('checkbox', { name: 'All lines' });
      await all.uncheck();
      await box(page, 'Line 12').uncheck();
      await expect(page.getByRole('button', { name: 'Import Ticked Jobs' })).toBeVisible();
      await box(page, 'Line 2').check();
      await box(page, 'Line 12').check();
      await page.getByRole('button', { name: 'Import 2 Jobs' }).click();
      await expect(page.getByText('2 new.', { exact: true })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Line 12', exact: true })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Line 1', exact: true })).toHaveCount(0);
    });
  });

test.describe('without JavaScript', () => {
  test.use({ who: 'new', javaScriptEnabled: false });

  test('only the ticked lines are imported', async ({ page, facts }) => {
    await preview({ page, text: lines(facts.echoUrl), hasScript: false });
    await expect(page.getByRole('checkbox', { name: 'All lines' })).toBeHidden();
    await box(page, 'Line 1').uncheck();
    await box(page, 'Line 11').check();
    await page.getByRole('button', { name: 'Import 10 Jobs' }).click();
    await expect(page.getByText('10 new.', { exact: true })).toBeVisible();
  });
});

test.describe('on one line', () => {
  test.use({ who: 'new' });

  test('jobs of a text on one line are selected one by one', async ({ page, facts }) => {
    const job = (name: string) => ({ name, cron_expression: '0 * * * *', webhook_url: facts.echoUrl });
    await page.goto('/dashboard/import');
    await untilHydrated(page);
    await page.getByLabel('Text', { exact: true }).fill(JSON.stringify([job('First'), job('Second')]));
    await page.getByRole('button', { name: 'Preview' }).click();
    await box(page, 'First').uncheck();
    await page.getByRole('button', { name: 'Import 1 Job' }).click();
    await expect(page.getByText('1 new.', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Second', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'First', exact: true })).toHaveCount(0);
  });
});
