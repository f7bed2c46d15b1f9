import type { Page } from '@playwright/test';
import { addHistory } from '#tests/e2e/execution-rows.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createJob, runNow, untilHydrated } from '#tests/e2e/job-steps.ts';

// The page of a job first says if it ran and when it runs next.

const factsOf = (page: Page) => page.getByRole('region', { name: 'Facts and last 30 days' });
const lastRunsOf = (page: Page) => page.getByRole('region', { name: 'Last Runs' });
const nextRunsOf = (page: Page) => page.getByRole('region', { name: 'Next Runs' });
const historyOf = (page: Page) => page.getByRole('region', { name: 'Executions History' });
const widths = [320, 360, 640, 768, 820, 1280];

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBe(width);
    // A card with hidden overflow would hide a column.
    const outside = await historyOf(page).evaluate((card) => {
      const { right } = card.getBoundingClientRect();
      return [...card.querySelectorAll('a, button, td')].filter(
        (one) => one.checkVisibility() && one.getBoundingClientRect().right > right + 1,
      ).length;
    });
    expect(outside, `outside of the history at ${width} px`).toBe(0);
  }
}

test.describe('a new job', () => {
  test.use({ who: 'new' });
  test.describe.configure({ timeout: 60_000 });

  test('has its last runs beside its facts, and the toast of Run Now links to the run', async ({
    page,
    facts,
    expectAccessible,
  }) => {
    await createJob({ page, url: `${facts.echoUrl}/e2e/first` });
    await expect(lastRunsOf(page)).toContainText('No runs yet');
    await runNow(page);
    const toast = page.getByText('Job triggered successfully. Check executions for results.', {
      exact: true,
    });
    await expect(toast).toBeVisible();
    await page.getByRole('link', { name: 'View Run' }).click();
    await expect(page).toHaveURL(/\/executions\/\d+$/);
    const dialog = page.getByRole('dialog', { name: 'Execution Details' });
    await expect(dialog).toContainText('Trigger: Manual.');
    // The dialog listens for keys a moment after it is shown.
    await expect(async () => {
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden({ timeout: 2_000 });
    }).toPass();
    const run = lastRunsOf(page).getByRole('listitem');
    await expect(run).toHaveCount(1);
    await expect(run).toContainText(/Success.*Manual\s*\d+(ms|s), 200/s);
    // Seen without scrolling, beside the facts.
    const [box, card] = [await run.boundingBox(), await factsOf(page).boundingBox()];
    expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThan(450);
    expect(card?.height ?? 900).toBeLessThan(340);
    await expect(historyOf(page).getByRole('row', { name: /Success/ })).toContainText('Manual');
    await expectAccessible();
  });

  test('shows its next three runs, ten on demand, and each column of times once', async ({ page, facts }) => {
    await createJob({ page, url: `${facts.echoUrl}/e2e/next` });
    const next = nextRunsOf(page);
    // The row of now, then the runs.
    await expect(next.locator('tbody tr')).toHaveCount(4);
    await expect(next.getByRole('columnheader')).toHaveText(['Job and you: New York', 'UTC', 'In', 'Skip']);
    for (const height of await next
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => row.clientHeight)))
      expect(height).toBeLessThan(50);

    await next.getByRole('button', { name: /^Skip/ }).nth(1).click();
    await expect(next).toContainText('next 3, 1 skipped by you');
    await untilHydrated(page);
    await next.getByRole('link', { name: 'Show 10' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/fires=10/);
    await expect(next.locator('tbody tr')).toHaveCount(11);
    await next.getByRole('link', { name: 'Show 3' }).click();
    await expect(next.locator('tbody tr')).toHaveCount(4);
    await expect(page).not.toHaveURL(/fires=/);
  });

  test('executions link to the previous and the next one, by mouse and by keyboard', async ({
    page,
    facts,
    expectAccessible,
  }) => {
    await createJob({ page, url: `${facts.echoUrl}/e2e`, status: 'inactive' });
    await addHistory({ page, facts, rows: 3 });
    await page.reload();
    await untilHydrated(page);
    await historyOf(page).getByRole('link', { name: /View/ }).nth(1).click();
    const dialog = page.getByRole('dialog');
    const idOf = () => Number(/executions\/(\d+)/.exec(page.url())?.[1]);
    await expect(dialog).toBeVisible();
    const middle = idOf();
    const [previous, next] = [
      dialog.getByRole('link', { name: 'Previous run' }),
      dialog.getByRole('link', { name: 'Next run' }),
    ];
    await expect(previous).toHaveAttribute('rel', 'prev');
    await expect(next).toHaveAttribute('rel', 'next');
    await next.click();
    await expect.poll(idOf).not.toBe(middle);
    const newest = idOf();
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    await expect(next).toHaveAttribute('title', 'This is the newest run.');
    await previous.focus();
    await page.keyboard.press('Enter');
    await expect.poll(idOf).toBe(middle);
    await previous.press('Enter');
    await expect.poll(idOf).not.toBe(middle);
    expect([middle, newest]).not.toContain(idOf());
    await expect(previous).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(/\/jobs\/\d+$/);
  });
});

test.describe('the seeded job', () => {
  test.use({ who: 'premium' });

  test('fits at every width, in both color schemes', async ({ page, expectAccessible }) => {
    await page.goto('/dashboard?search=Nightly+invoice+run');
    await page.getByRole('link', { name: 'Nightly invoice run', exact: true }).click();
    await expect(lastRunsOf(page).getByRole('listitem')).toHaveCount(5);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 768, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    // Colors have transitions: a page that loads dark has none.
    await page.reload();
    await untilHydrated(page);
    await expectAccessible();
    await historyOf(page).getByRole('checkbox', { name: 'Select all shown' }).check();
    await expectNoSidewaysScroll(page);
  });
});

test.describe('without JavaScript', () => {
  test.use({ who: 'premium', javaScriptEnabled: false, viewport: { width: 360, height: 800 } });

  test('last runs, next runs and the runs beside an execution are links', async ({ page }) => {
    await page.goto('/dashboard?search=Nightly+invoice+run');
    await page.getByRole('link', { name: 'Nightly invoice run', exact: true }).click();
    await nextRunsOf(page).getByRole('link', { name: 'Show 10' }).click();
    await expect(nextRunsOf(page).getByRole('button', { name: /^Skip/ })).toHaveCount(10);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await lastRunsOf(page)
      .getByRole('link', { name: /:\d\d$/ })
      .first()
      .click();
    const shown = page.getByRole('heading', { level: 1 });
    await expect(shown).toHaveText(/^Execution/);
    const newest = await shown.innerText();
    await page.getByRole('link', { name: 'Previous run' }).click();
    await expect(shown).not.toHaveText(newest);
    await page.getByRole('link', { name: 'Next run' }).click();
    await expect(shown).toHaveText(newest);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});
