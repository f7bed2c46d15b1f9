import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';

// dashboard.spec.ts covers the pages of jobs, with the rows of a seeded account.

test.use({ allowedErrors: [/status of 404/] });

const grounds = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 360 },
] as const;
const open = [
  '/',
  '/login',
  '/login?reason=denied',
  '/no-such-page',
  '/docs/feedback',
  '/offline',
  '/docs/errors',
  '/dev/kit',
];
const signedIn = [
  '/dashboard/import',
  '/dashboard/heat-map',
  '/dashboard/incidents',
  '/dashboard/settings',
  '/dashboard/settings/channels',
  '/dashboard/settings/channels/new',
  '/dashboard/settings/channels/new?kind=webhook',
  '/dashboard/settings/delete',
  '/dashboard/settings/regenerate-key',
  '/dashboard/settings/cancel-subscription',
  '/dashboard/settings/checkout',
  '/dashboard/api-docs',
  '/dashboard/no-such-page',
  '/dashboard/jobs/2000000000',
];

for (const { theme, width } of grounds) {
  test.describe(`${theme} at ${width} px`, () => {
    test.use({ colorScheme: theme, viewport: { width, height: 800 } });

    const checkPage = async ({
      page,
      expectAccessible,
    }: {
      page: Page;
      expectAccessible: () => Promise<void>;
    }) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expectAccessible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    };

    test('the public pages and the component gallery have no accessibility violations and no sideways scroll', async ({
      page,
      expectAccessible,
    }) => {
      test.setTimeout(60_000);
      for (const path of open) {
        await test.step(path, async () => {
          await page.goto(path);
          await checkPage({ page, expectAccessible });
        });
      }
    });

    test.describe('signed in', () => {
      test.use({ who: 'free' });

      test('import, settings with their dialogs, API docs and the 404 pages have no accessibility violations and no sideways scroll', async ({
        page,
        expectAccessible,
      }) => {
        test.setTimeout(60_000);
        for (const path of signedIn) {
          await test.step(path, async () => {
            await page.goto(path);
            await checkPage({ page, expectAccessible });
          });
        }
      });
    });
  });
}
