import type { Locator, Page } from '@playwright/test';

const restMs = 200;
const heldMs = 60;

/**
 * A press by hand: the pointer comes to rest there, the button goes down and up again. `Locator.click` works in the
 * page until the very press, to find covering elements: on a processor four times slower, that is up to 130 ms of
 * waiting counted as the page's.
 */
export async function press({ page, on }: { page: Page; on: Locator }): Promise<void> {
  await on.scrollIntoViewIfNeeded();
  const box = await on.boundingBox();
  if (!box) throw new Error(`Nothing to press: ${on.toString()}`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForTimeout(restMs);
  await page.mouse.down();
  await page.waitForTimeout(heldMs);
  await page.mouse.up();
}
