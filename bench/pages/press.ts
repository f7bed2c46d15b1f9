import type { Locator, Page } from '@playwright/test';

const restMs = 200;
const heldMs = 60;

/**
 * Clicks like a hand: the pointer rests on the element, the button goes down and up again. `Locator.click`
 * runs checks in the page until the click, to find covering elements: on a processor four times slower, up to
 * 130 ms of that would count as the page's.
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
