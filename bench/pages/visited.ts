import type { Page } from '@playwright/test';
import type { PageName } from './budget.ts';
import type { Visited } from './visit.ts';

/** The measured pages, and what people press on them. */
export function visitedPages({ jobId }: { jobId: number }): Record<PageName, Visited> {
  return {
    landing: {
      path: '/',
      presses: [
        async (page) => {
          await page.getByLabel('Try a Schedule').click();
          await page.keyboard.press('Control+a');
          await page.keyboard.type('30 2 * * 1-5', { delay: 60 });
        },
        press({ role: 'tab', name: /^Retry/ }),
        press({ role: 'tab', name: /^Inspect/ }),
        (page) => page.getByText('Is there an API?').click(),
        (page) => page.getByLabel('Theme').first().click(),
        press({ role: 'button', name: 'Dark' }),
        (page) => page.keyboard.press('Escape'),
        (page) => page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click(),
        (page) => page.keyboard.press('Escape'),
      ],
    },
    dashboard: {
      path: '/dashboard',
      presses: [
        (page) => page.getByRole('table', { name: 'Jobs' }).getByRole('checkbox').nth(1).click(),
        (page) => page.getByRole('table', { name: 'Jobs' }).getByRole('checkbox').nth(1).click(),
        async (page) => {
          await page.getByPlaceholder('Search jobs...').click();
          await page.keyboard.type('Nightly', { delay: 60 });
        },
        (page) => page.getByLabel('User menu').click(),
        (page) => page.keyboard.press('Escape'),
      ],
    },
    detail: {
      path: `/dashboard/jobs/${jobId}`,
      presses: [
        (page) => page.getByLabel('More actions').click(),
        (page) => page.keyboard.press('Escape'),
        (page) =>
          page
            .getByRole('region', { name: 'Executions History' })
            .getByRole('link', { name: 'Failed' })
            .click(),
        (page) =>
          page
            .getByRole('region', { name: 'Executions History' })
            .getByRole('link', { name: /View/ })
            .first()
            .click(),
        (page) => page.keyboard.press('Escape'),
      ],
    },
  };
}

const press =
  ({ role, name }: { role: 'tab' | 'button'; name: string | RegExp }) =>
  (page: Page) =>
    page.getByRole(role, { name }).click();
