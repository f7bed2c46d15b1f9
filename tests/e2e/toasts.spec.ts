import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { untilHydrated } from './job-steps.ts';

// The kit has a button that shows a toast (specification section 8).

const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');

/** Their five seconds are of a clock that stands until it is moved on: how long a click takes is no matter. */
async function show({ page, count }: { page: Page; count: number }) {
  await page.clock.install();
  await page.goto('/dev/kit');
  await untilHydrated(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  const button = page.getByRole('button', { name: 'Show Toast' });
  for (let shown = 0; shown < count; shown += 1) await button.click();
}

test('at most five are seen, and each goes by itself after five seconds', async ({ page }) => {
  await show({ page, count: 7 });
  await expect(toasts(page)).toHaveCount(5);
  await page.mouse.move(5, 400);
  await page.clock.runFor(4_500);
  await expect(toasts(page)).toHaveCount(5);
  await page.clock.runFor(600);
  await expect(toasts(page)).toHaveCount(0);
});

test('F8 leads to them, where they wait while they have the focus, and Close ends one', async ({
  page,
  expectAccessible,
}) => {
  await show({ page, count: 2 });
  await page.keyboard.press('F8');
  // The look for accessibility waits by timers too.
  await page.clock.resume();
  await expectAccessible();
  await page.clock.runFor(5_500);
  await expect(toasts(page)).toHaveCount(2);
  await toasts(page).first().getByRole('button', { name: 'Close' }).click();
  await expect(toasts(page)).toHaveCount(1);
});

test('a toast waits under the pointer and goes when it is swiped to the right by more than 50 px', async ({
  page,
}) => {
  await show({ page, count: 1 });
  const toast = toasts(page).first();
  await toast.hover();
  await page.clock.runFor(5_500);
  await expect(toast).toBeVisible();

  const swipe = async (px: number) => {
    const box = await toast.boundingBox();
    if (!box) throw new Error('There is no toast.');
    const [x, y] = [box.x + 40, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + px / 2, y, { steps: 4 });
    await page.mouse.move(x + px, y, { steps: 4 });
    await page.mouse.up();
  };
  await swipe(40);
  await expect(toast).toBeVisible();
  await swipe(70);
  await expect(toast).toBeHidden();
});
