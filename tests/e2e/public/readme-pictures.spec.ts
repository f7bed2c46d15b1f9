import { mkdirSync } from 'node:fs';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';

// The pictures of the README, of a stack as seeded: PUNCTUAL_PICTURES=1 npx playwright test readme-pictures
if (process.env.PUNCTUAL_PICTURES === '1') {
  const folder = 'docs/images';
  mkdirSync(folder, { recursive: true });

  for (const theme of ['light', 'dark'] as const) {
    test.describe(theme, () => {
      test.use({ who: 'premium', colorScheme: theme, viewport: { width: 1280, height: 1012 } });

      test(`the dashboard is drawn in ${theme}`, async ({ page }) => {
        // The first visit sends the browser's zone to the server, the second shows all times in it.
        await page.goto('/dashboard?show=all');
        await untilHydrated(page);
        await expect(page.getByText('New York', { exact: true }).first()).toBeVisible();
        await page.goto('/dashboard?show=all');
        await untilHydrated(page);
        const lastRow = await page.getByRole('table', { name: 'Jobs' }).getByRole('row').nth(8).boundingBox();
        const height = (lastRow?.y ?? 0) + (lastRow?.height ?? 0);
        await page.screenshot({
          path: `${folder}/dashboard.${theme}.png`,
          clip: { x: 0, y: 0, width: 1280, height },
          animations: 'disabled',
        });
      });
    });
  }
}
