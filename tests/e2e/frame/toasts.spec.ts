import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';

// The component gallery has a button that shows a toast (specification section 8).

const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');

/** The five seconds use a clock that only the test advances, so that the duration of a click does not matter. */
async function show({ page, count }: { page: Page; count: number }) {
  await page.clock.install();
  await page.goto('/dev/kit');
  await untilHydrated(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  const button = page.getByRole('button', { name: 'Show Toast' });
  for (let shown = 0; shown < count; shown += 1) await button.click();
  await expect(toasts(page)).toHaveCount(Math.min(count, 5));
}

test('at most five are shown, and each closes after five seconds', async ({ page }) => {
  await show({ page, count: 7 });
  await expect(toasts(page)).toHaveCount(5);
  await page.mouse.move(5, 400);
  await page.clock.runFor(4_500);
  await expect(toasts(page)).toHaveCount(5);
  await page.clock.runFor(600);
  await expect(toasts(page)).toHaveCount(0);
});

test('F8 moves to the toasts, which stay open while they have the focus, and Close closes one', async ({
  page,
  expectAccessible,
}) => {
  await show({ page, count: 2 });
  await goToToasts(page);
  // The accessibility check uses timers too.
  await page.clock.resume();
  await expectAccessible();
  await page.clock.runFor(5_500);
  await expect(toasts(page)).toHaveCount(2);
  await toasts(page).first().getByRole('button', { name: 'Close' }).click();
  await expect(toasts(page)).toHaveCount(1);
});

test('a toast stays open under the pointer and closes when swiped to the right by more than 50 px', async ({
  page,
}) => {
  await show({ page, count: 1 });
  const toast = toasts(page).first();
  await toast.hover();
  await page.clock.runFor(5_500);
  await expect(toast).toBeVisible();

  await swipe({ page, px: 40 });
  await expect(toast).toBeVisible();
  await swipe({ page, px: 70 });
  await expect(toast).toBeHidden();
});

/** Drags the only toast to the right with the mouse. */
async function swipe({ page, px }: { page: Page; px: number }) {
  const box = await toasts(page).first().boundingBox();
  if (!box) throw new Error('There is no toast.');
  const [x, y] = [box.x + 40, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + px / 2, y, { steps: 4 });
  await page.mouse.move(x + px, y, { steps: 4 });
  await page.mouse.up();
}

/** F8 works once the script of the toasts has rendered them. */
async function goToToasts(page: Page) {
  const list = page.getByRole('region', { name: /Notifications/ }).getByRole('list');
  await expect(async () => {
    await page.keyboard.press('F8');
    await expect(list).toBeFocused({ timeout: 500 });
  }).toPass();
}

const leave = (page: Page) => page.mouse.move(5, 400);

/** Puts the focus on a button of the only toast, or of the oldest. */
async function focusIn({ page, name }: { page: Page; name: string }) {
  await goToToasts(page);
  const button = toasts(page).first().getByRole('button', { name });
  for (let tabs = 0; tabs < 6; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await button.evaluate((node) => node === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to ${name}.`);
}

/** Ways to begin and end a pause of the toasts; each leaves the pointer and the focus outside of them. */
const ways: Record<string, (page: Page) => Promise<void>> = {
  'was closed by the mouse': async (page) => {
    await toasts(page).first().getByRole('button', { name: 'Close' }).click();
    await leave(page);
  },
  'was closed by the mouse, which stays there': (page) =>
    toasts(page).first().getByRole('button', { name: 'Close' }).click(),
  'was closed by the keyboard': async (page) => {
    await focusIn({ page, name: 'Close' });
    await page.keyboard.press('Enter');
  },
  'was undone by the mouse': async (page) => {
    await toasts(page).first().getByRole('button', { name: 'Undo' }).click();
    await leave(page);
  },
  'was undone by the keyboard': async (page) => {
    await focusIn({ page, name: 'Undo' });
    await page.keyboard.press('Enter');
  },
  'was closed by Escape under the focus': async (page) => {
    await focusIn({ page, name: 'Close' });
    await page.keyboard.press('Escape');
  },
  'was closed by Escape under the pointer': async (page) => {
    await toasts(page).first().hover();
    await page.keyboard.press('Escape');
    await leave(page);
  },
  'was swiped by 40 px and stayed': async (page) => {
    await swipe({ page, px: 40 });
    await leave(page);
  },
  'was swiped away': async (page) => {
    await swipe({ page, px: 70 });
    await leave(page);
  },
  'was hovered': async (page) => {
    await toasts(page).first().hover();
    await leave(page);
  },
  'had the focus': async (page) => {
    await focusIn({ page, name: 'Close' });
    await page.getByRole('button', { name: 'Show Toast' }).focus();
  },
  'waited while the window was not in front': async (page) => {
    await page.evaluate(() => window.dispatchEvent(new FocusEvent('blur')));
    await page.clock.runFor(5_500);
    await expect(toasts(page)).toHaveCount(1);
    await page.evaluate(() => window.dispatchEvent(new FocusEvent('focus')));
  },
};

for (const [words, act] of Object.entries(ways))
  test(`the next toast closes by itself after one ${words}`, async ({ page }) => {
    await show({ page, count: 1 });
    await act(page);
    // By script: a click would move the pointer and the focus.
    await page.getByRole('button', { name: 'Show Toast' }).evaluate((node: HTMLElement) => node.click());
    const next = toasts(page).last();
    await expect(next).toContainText('Jobs Paused');
    await page.clock.runFor(4_800);
    await expect(next).toBeVisible();
    await page.clock.runFor(400);
    await expect(toasts(page)).toHaveCount(0);
  });

test('the remaining toasts close by themselves after one was closed by the mouse', async ({ page }) => {
  await show({ page, count: 3 });
  await toasts(page).nth(1).getByRole('button', { name: 'Close' }).click();
  await leave(page);
  await page.clock.runFor(5_200);
  await expect(toasts(page)).toHaveCount(0);
});

test('the toasts wait for a keyboard user, whose focus returns to where it was', async ({ page }) => {
  await show({ page, count: 2 });
  const button = page.getByRole('button', { name: 'Show Toast' });
  await expect(button).toBeFocused();
  await focusIn({ page, name: 'Close' });
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(6_000);
  await expect(toasts(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(toasts(page)).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('a focused toast that a sixth pushes out leaves the timers running', async ({ page }) => {
  await show({ page, count: 5 });
  await goToToasts(page);
  await toasts(page).first().focus();
  await page.getByRole('button', { name: 'Show Toast' }).evaluate((node: HTMLElement) => node.click());
  await expect(toasts(page)).toHaveCount(5);
  await leave(page);
  await page.clock.runFor(5_200);
  await expect(toasts(page)).toHaveCount(0);
});
