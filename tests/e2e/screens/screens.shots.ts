import { mkdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { untilHydrated } from '../job-steps.ts';
import { readIds, withoutTable, type Ids } from './ids.ts';
import { leftOut, screens } from './screen-list.ts';

// The pictures of interface.md section 9, of a seeded stack with a fixed clock: npm run test:screens.
const folder = process.env.PUNCTUAL_SCREENS ?? 'test-results/screens';
const themes = ['light', 'dark'] as const;
/** Between phone and desktop only the layout changes, not the colors: those widths are drawn in light. */
const widthsOf = { light: [1280, 820, 768, 640, 360], dark: [1280, 360] };

let ids: Ids;

test.beforeAll(async ({ facts }) => {
  mkdirSync(folder, { recursive: true });
  ids = await readIds(facts);
  for (const name of leftOut) console.log(`left out  ${name}`);
});

/** Seconds on the page are stopped too: it counts them from the server's clock by this one. */
async function stopClock(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const at = performance.now();
    performance.now = () => at;
  });
}

/** The browser's cookie after its first visit: with it, the first page already has its zone. */
async function keepZone({ page, url }: { page: Page; url: string }): Promise<void> {
  const choice = JSON.stringify({ zone: 'America/New_York', times: 'mine', keys: 'on' });
  await page.context().addCookies([{ name: 'display', value: encodeURIComponent(btoa(choice)), url }]);
}

for (const theme of themes) {
  for (const width of widthsOf[theme]) {
    for (const { name, who, path, prepare, without } of screens) {
      test.describe(`${theme} at ${width} px`, () => {
        test.use({
          who,
          colorScheme: theme,
          viewport: { width, height: width === 360 ? 740 : 900 },
          contextOptions: { reducedMotion: 'reduce' },
          // One pattern: Playwright takes a list of two for a value with options.
          allowedErrors: [/status of (400|404|500)|net::ERR_FAILED/],
        });

        test(name, async ({ page, facts, expectAccessible }) => {
          await stopClock(page);
          await keepZone({ page, url: facts.url });
          const open = () => page.goto(path(ids));
          const { databaseUrl } = facts;
          if (without) await withoutTable({ databaseUrl, table: without, run: open });
          else await open();
          await untilHydrated(page);
          await prepare?.(page);
          await page.evaluate(() => document.fonts.ready);
          // The header is drawn where the page is scrolled to.
          await page.evaluate(() => window.scrollTo(0, 0));
          await page.waitForTimeout(250);
          await page.screenshot({
            path: `${folder}/${name}.${theme}.${width}.png`,
            fullPage: !(await page.locator('[role=dialog], [role=alertdialog], dialog[open]').count()),
            animations: 'disabled',
            caret: 'hide',
          });
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
          await expectAccessible();
        });
      });
    }
  }
}
