import type { Locator, Page } from '@playwright/test';
import type { PageName } from './budget.ts';
import { press } from './press.ts';
import type { Visited } from './visit.ts';

/** The measured pages and the clicks on them. */
export function visitedPages({ jobId }: { jobId: number }): Record<PageName, Visited> {
  return {
    landing: {
      path: '/',
      presses: [
        async (page) => {
          await press({ page, on: page.getByLabel('Try a Schedule') });
          await page.keyboard.press('Control+a');
          await page.keyboard.type('30 2 * * 1-5', { delay: 60 });
        },
        pressOn((page) => page.getByRole('tab', { name: /^Retry/ })),
        pressOn((page) => page.getByRole('tab', { name: /^Inspect/ })),
        pressOn((page) => page.getByText('Is there an API?')),
        pressOn((page) => page.getByLabel('Theme').first()),
        pressOn((page) => page.getByRole('button', { name: 'Dark' })),
        escape,
        pressOn((page) => page.getByRole('banner').getByRole('link', { name: 'Get Started' })),
        escape,
      ],
    },
    dashboard: {
      path: '/dashboard',
      presses: [
        pressOn((page) => page.getByRole('table', { name: 'Jobs' }).getByRole('checkbox').nth(1)),
        pressOn((page) => page.getByRole('table', { name: 'Jobs' }).getByRole('checkbox').nth(1)),
        async (page) => {
          await press({ page, on: page.getByPlaceholder('Search jobs...') });
          await page.keyboard.type('Nightly', { delay: 60 });
        },
        pressOn((page) => page.getByLabel('User menu')),
        escape,
      ],
    },
    detail: {
      path: `/dashboard/jobs/${jobId}`,
      presses: [
        pressOn((page) => page.getByLabel('More actions')),
        escape,
        pressOn((page) => inHistory(page).getByRole('link', { name: 'Failed' })),
        async (page) => {
          await press({ page, on: inHistory(page).getByRole('link', { name: /View/ }).first() });
          // A dialog can be closed only once it is shown.
          await page.getByRole('dialog').waitFor();
        },
        escape,
      ],
    },
  };
}

const inHistory = (page: Page) => page.getByRole('region', { name: 'Executions History' });
const escape = (page: Page) => page.keyboard.press('Escape');
const pressOn = (find: (page: Page) => Locator) => (page: Page) => press({ page, on: find(page) });
