import { expect, test } from '#tests/e2e/fixtures.ts';
import { createJob, fillJobForm, runNow, untilHydrated } from '#tests/e2e/job-steps.ts';
import { makeJob } from '#tests/e2e/made-jobs.ts';

// Parts of screens that once showed content twice, or nothing.

test.describe('a new account', () => {
  test.use({ who: 'new' });

  test('an empty dashboard offers each way to a first job once', async ({ page }) => {
    await page.goto('/dashboard');
    await untilHydrated(page);
    const main = page.getByRole('main');
    for (const name of ['Create Job', 'Import'])
      await expect(main.getByRole('link', { name })).toHaveCount(1);
  });

  test('a search without a match has no switch to show more', async ({ page, facts }) => {
    await createJob({ page, url: `${facts.echoUrl}/e2e` });
    await page.goto('/dashboard?search=nothing+like+it');
    await expect(page.getByText('No jobs match your search criteria')).toBeVisible();
    await expect(page.getByRole('switch', { name: /^Show all/ })).toHaveCount(0);
  });

  test('the next runs beside the form name each zone once', async ({ page, facts }) => {
    const preview = page.getByRole('region', { name: 'Next Runs' });
    for (const [timezone, notification, zones] of [
      ['UTC', 'in UTC and your time', ['You']],
      ['Europe/Paris', 'in Paris, your time and UTC', ['You', 'UTC']],
      ['America/New_York', 'in New York and UTC', ['UTC']],
    ] as const) {
      await makeJob({ page, name: timezone, url: `${facts.echoUrl}/e2e`, fields: { timezone } });
      await page.goto('/dashboard');
      await page.getByRole('link', { name: timezone, exact: true }).click();
      await page.getByRole('link', { name: 'Edit Job' }).click();
      await expect(preview.getByText(notification, { exact: true })).toBeVisible();
      const first = preview.getByRole('listitem').first();
      for (const word of ['You', 'UTC'])
        await expect(first.getByText(new RegExp(`^${word} `))).toHaveCount(
          (zones as readonly string[]).includes(word) ? 1 : 0,
        );
    }
  });

  test('a job without runs says so instead of showing empty charts', async ({ page, facts }) => {
    await createJob({ page, url: `${facts.echoUrl}/e2e` });
    const card = page.getByRole('region', { name: 'Latency and lateness' });
    await expect(card).toContainText('No scheduled runs yet');
    await expect(card.getByRole('img')).toHaveCount(0);
  });

  test('a job that only runs manually is listed in its own zone', async ({ page, facts }) => {
    await fillJobForm({ page, url: `${facts.echoUrl}/e2e`, name: 'By hand' });
    await page.getByRole('radio', { name: 'Manual only' }).check();
    await page.getByRole('button', { name: 'Create Job' }).click();
    await page.waitForURL('**/dashboard');
    await page.getByRole('link', { name: 'By hand', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'By hand' }).waitFor();
    const card = page.getByRole('region', { name: 'Latency and lateness' });
    await expect(card).toContainText('No runs yet');
    await runNow(page);
    await page.reload();
    await expect(card.getByRole('img', { name: /^Latency of the last 1 runs/ })).toBeVisible();
    await page.goto('/dashboard');
    await untilHydrated(page);
    const saved = page.waitForResponse((response) => response.url().includes('/preferences'));
    await page
      .getByRole('group', { name: 'Show times in' })
      .getByRole('button', { name: 'Job' })
      .first()
      .click();
    await saved;
    await page.reload();
    const row = page.getByRole('row', { name: /By hand/ });
    await expect(row).toContainText('No schedule');
    await expect(row.locator('time')).toHaveCount(1);
  });
});

for (const width of [640, 768, 820])
  test.describe(`the public page at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('no figure overlaps the next one', async ({ page }) => {
      await page.goto('/');
      const widest = await page
        .getByRole('main')
        .locator('dl[aria-label="Punctual in figures"] > div')
        .evaluateAll((cells) => cells.map((cell) => cell.scrollWidth - cell.clientWidth));
      expect(widest).toEqual([0, 0, 0, 0, 0]);
    });
  });

test.describe('the page header at 768 px', () => {
  test.use({ who: 'premium', viewport: { width: 768, height: 900 } });

  test('a long name keeps its line beside many buttons', async ({ page }) => {
    await page.goto('/dashboard');
    await page
      .getByRole('table', { name: 'Jobs' })
      .getByRole('link', { name: 'Sync inventory to storefront', exact: true })
      .click();
    const heading = page.getByRole('heading', { level: 1, name: 'Sync inventory to storefront' });
    await expect(heading).toBeVisible();
    const lines = await heading.evaluate(
      (element) => element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).lineHeight),
    );
    expect(Math.round(lines)).toBe(1);
  });
});

test.describe('the list of jobs at 640 px', () => {
  test.use({ who: 'premium', viewport: { width: 640, height: 900 } });

  test('leaves room for the names', async ({ page }) => {
    await page.goto('/dashboard');
    const name = page
      .getByRole('table', { name: 'Jobs' })
      .getByRole('link', { name: 'Sync inventory to storefront', exact: true });
    await expect(name).toBeVisible();
    expect(await name.evaluate((link) => link.scrollWidth - link.clientWidth)).toBe(0);
  });
});
