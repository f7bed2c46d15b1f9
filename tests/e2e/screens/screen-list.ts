import type { Page } from '@playwright/test';
import type { Who } from '../sign-in.ts';
import { chooseZone } from '../zone-steps.ts';
import type { Ids } from './ids.ts';

export interface Screen {
  /** The picture's name before theme and width. */
  name: string;
  who: Who;
  path: (ids: Ids) => string;
  /** Brings the page to the drawn state. */
  prepare?: (page: Page) => Promise<unknown>;
  /** A table that is missing during the request. */
  without?: string;
}

const at = (path: string) => () => path;
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

/** Screens of interface.md section 9 that are still missing, by name. */
export const leftOut: string[] = [];

export const screens: Screen[] = [
  { name: 'landing', who: null, path: at('/') },
  { name: 'landing-signed-in', who: 'premium', path: at('/') },
  {
    name: 'landing-get-started',
    who: null,
    path: at('/'),
    prepare: async (page) => {
      await page.getByRole('main').getByRole('link', { name: 'Get Started' }).first().click();
      await page.getByRole('dialog', { name: 'Get Started' }).waitFor();
    },
  },
  ...['Retry', 'Inspect', 'Notify'].map((name) => ({
    name: `landing-${name.toLowerCase()}`,
    who: null,
    path: at('/'),
    prepare: (page: Page) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click(),
  })),
  { name: 'login', who: null, path: at('/login') },
  { name: 'not-found', who: null, path: at('/no-such-page') },
  { name: 'offline', who: null, path: at('/offline') },
  { name: 'kit', who: null, path: at('/dev/kit') },
  { name: 'dashboard', who: 'premium', path: at('/dashboard?show=all') },
  { name: 'dashboard-no-match', who: 'premium', path: at('/dashboard?search=nothing+like+it') },
  { name: 'dashboard-empty', who: 'new', path: at('/dashboard') },
  { name: 'dashboard-sample', who: 'premium', path: at('/dashboard'), without: 'DailyStat' },
  {
    name: 'dashboard-bulk',
    who: 'premium',
    path: at('/dashboard?show=all'),
    prepare: async (page) => {
      const boxes = page.getByRole('table', { name: 'Jobs' }).getByRole('checkbox');
      for (const index of [2, 3]) if ((await boxes.count()) > index) await boxes.nth(index).check();
    },
  },
  { name: 'create', who: 'premium', path: at('/dashboard/jobs/create') },
  {
    // As in the design.
    name: 'create-filled',
    who: 'premium',
    path: at('/dashboard/jobs/create'),
    prepare: async (page) => {
      await page.getByLabel('Job Name').fill("Check last night's backup");
      await page.getByLabel('Description').fill('Fails if no snapshot in 24 hours');
      await page.getByLabel('Webhook URL').fill('https://backup.acme.example/ok');
      await page.getByRole('radio', { name: 'Advanced' }).check();
      await chooseZone({ page, zone: 'Europe/Paris' });
      await page.getByRole('textbox', { name: 'Minute' }).fill('30');
      await page.getByRole('textbox', { name: 'Hour' }).fill('2');
      await page.getByText('Every day at 02:30, Europe/Paris').waitFor();
      await page.getByText('this job runs at 03:00').first().waitFor();
    },
  },
  {
    name: 'create-errors',
    who: 'premium',
    path: at('/dashboard/jobs/create'),
    prepare: (page) => page.getByRole('button', { name: 'Create Job' }).last().click(),
  },
  {
    name: 'create-builder',
    who: 'premium',
    path: at('/dashboard/jobs/create'),
    prepare: (page) => page.getByRole('radio', { name: 'Builder' }).check(),
  },
  {
    // Each hint about a misleading schedule.
    name: 'create-cron',
    who: 'premium',
    path: at('/dashboard/jobs/create'),
    prepare: async (page) => {
      await page.getByRole('radio', { name: 'Cron Expression' }).check();
      await page.getByRole('textbox', { name: 'Cron Expression' }).fill('*/7 2 31 * 1');
      await page.getByText('Runs when either matches.').first().waitFor();
    },
  },
  {
    name: 'create-paste',
    who: 'premium',
    path: at('/dashboard/jobs/create'),
    prepare: async (page) => {
      await page.getByLabel('Webhook URL').evaluate((field, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, command);
      await page.getByRole('dialog', { name: 'Fill in from this command?' }).waitFor();
    },
  },
  ...['HTTP', 'Timeout', 'Criterion', 'Notifications', 'Status'].map((name) => ({
    name: `create-${name.toLowerCase()}`,
    who: 'premium' as const,
    path: at('/dashboard/jobs/create'),
    prepare: async (page: Page) =>
      (await page.getByRole('tab', { name }).count()) > 0 ? tab(name)(page) : null,
  })),
  { name: 'edit', who: 'premium', path: ({ daily }) => `/dashboard/jobs/${daily}/edit` },
  {
    name: 'edit-unconfirmed',
    who: 'premium',
    path: ({ daily }) => `/dashboard/jobs/${daily}/edit`,
    // The response to the save never arrives.
    prepare: async (page) => {
      await page.route(/\/edit\.data/, (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      );
      await page.route(/\/saved$/, () => undefined);
      await page.getByRole('button', { name: 'Update Job' }).click();
      await page.getByText('Not confirmed yet.').waitFor();
    },
  },
  { name: 'job', who: 'premium', path: ({ busy }) => `/dashboard/jobs/${busy}` },
  { name: 'job-manual', who: 'premium', path: ({ manual }) => `/dashboard/jobs/${manual}` },
  { name: 'job-daily', who: 'premium', path: ({ daily }) => `/dashboard/jobs/${daily}` },
  {
    name: 'job-sample',
    who: 'premium',
    path: ({ busy }) => `/dashboard/jobs/${busy}`,
    without: 'DailyStat',
  },
  {
    name: 'job-delete',
    who: 'premium',
    path: ({ daily }) => `/dashboard/jobs/${daily}`,
    prepare: async (page) => {
      await page.getByLabel('More actions').click();
      await page.getByRole('button', { name: 'Delete Job' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'job-missing', who: 'premium', path: at('/dashboard/jobs/2000000000') },
  {
    name: 'execution',
    who: 'premium',
    path: ({ busy, success }) => `/dashboard/jobs/${busy}/executions/${success}`,
  },
  {
    name: 'execution-retrying',
    who: 'premium',
    path: ({ busy, retrying }) => `/dashboard/jobs/${busy}/executions/${retrying}`,
  },
  {
    name: 'execution-failed',
    who: 'premium',
    path: ({ busy, failed }) => `/dashboard/jobs/${busy}/executions/${failed}`,
  },
  {
    name: 'execution-dialog',
    who: 'premium',
    path: ({ busy }) => `/dashboard/jobs/${busy}`,
    prepare: async (page) => {
      const link = page
        .getByRole('region', { name: 'Executions History' })
        .getByRole('link', { name: /View/ });
      await link.first().click();
      await page.getByText('Verdict').or(page.getByText('verdict')).first().waitFor();
    },
  },
  {
    name: 'execution-replay',
    who: 'premium',
    path: ({ busy, failed }) => `/dashboard/jobs/${busy}/executions/${failed}`,
    prepare: (page) => page.getByLabel('Replay', { exact: true }).click(),
  },
  {
    name: 'replay-edits',
    who: 'premium',
    path: ({ busy, failed }) => `/dashboard/jobs/${busy}/executions/${failed}/replay`,
  },
  { name: 'heat-map', who: 'premium', path: at('/dashboard/heat-map') },
  {
    name: 'heat-map-hour',
    who: 'premium',
    path: at('/dashboard/heat-map?heat=failures&weekday=monday&hour=9'),
  },
  { name: 'incidents', who: 'premium', path: at('/dashboard/incidents') },
  { name: 'views', who: 'premium', path: at('/dashboard/views?result=failed') },
  { name: 'import', who: 'premium', path: at('/dashboard/import') },
  {
    name: 'import-preview',
    who: 'premium',
    path: at('/dashboard/import'),
    prepare: async (page) => {
      await page.getByLabel('Text', { exact: true }).fill(crontab);
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('table').waitFor();
    },
  },
  { name: 'settings-free', who: 'free', path: at('/dashboard/settings') },
  { name: 'settings-premium', who: 'premium', path: at('/dashboard/settings') },
  {
    name: 'settings-question',
    who: 'premium',
    path: at('/dashboard/settings'),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Regenerate' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'settings-change-plan',
    who: 'premium',
    path: at('/dashboard/settings/change-plan?tier=ultimate'),
  },
  {
    name: 'settings-cancel',
    who: 'premium',
    path: at('/dashboard/settings/kept-jobs?act=cancel-subscription'),
  },
  {
    name: 'settings-new-event-subscription',
    who: 'ultimate',
    path: at('/dashboard/settings/event-subscriptions/new'),
  },
  { name: 'settings-upgrade', who: 'free', path: at('/dashboard/settings/upgrade?tier=premium') },
  { name: 'settings-delete', who: 'premium', path: at('/dashboard/settings/delete') },
  { name: 'api-docs-free', who: 'free', path: at('/dashboard/api-docs') },
  { name: 'api-docs', who: 'premium', path: at('/dashboard/api-docs') },
  {
    name: 'api-docs-call',
    who: 'premium',
    path: at('/dashboard/api-docs?lang=python'),
    prepare: async (page) => {
      const lines = page.getByRole('region', { name: 'API Reference', exact: true }).locator('summary');
      await lines.nth(1).click();
    },
  },
  { name: 'api-errors', who: null, path: at('/docs/errors') },
  { name: 'docs', who: null, path: at('/docs') },
  { name: 'docs-search', who: null, path: at('/docs?q=retry') },
  { name: 'docs-page', who: null, path: at('/docs/delivery') },
  { name: 'docs-missing', who: null, path: at('/docs/no-such-page') },
  { name: 'docs-code', who: null, path: at('/docs/signing') },
  {
    name: 'docs-menu',
    who: null,
    path: at('/docs/start'),
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      const layer = page.getByRole('dialog', { name: 'Search the Documentation' });
      await layer.getByPlaceholder('Search docs').fill('retry');
      await page
        .getByRole('option', { name: /Retries/ })
        .first()
        .waitFor();
    },
  },
  { name: 'status', who: null, path: at('/status') },
  { name: 'abuse', who: null, path: at('/abuse') },
  { name: 'privacy', who: null, path: at('/privacy') },
  { name: 'terms', who: null, path: at('/terms') },
  { name: 'unsubscribe', who: null, path: at('/unsubscribe') },
  {
    name: 'command-menu',
    who: 'premium',
    path: at('/dashboard'),
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('option', { name: 'Nightly invoice run' }).waitFor();
    },
  },
  {
    name: 'user-menu',
    who: 'premium',
    path: at('/dashboard'),
    prepare: (page) => page.getByLabel('User menu').click(),
  },
  {
    name: 'shortcut-sheet',
    who: 'premium',
    path: at('/dashboard'),
    prepare: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor();
    },
  },
  { name: 'admin', who: 'admin', path: at('/admin') },
  { name: 'admin-users', who: 'admin', path: at('/admin/users') },
  { name: 'admin-user', who: 'admin', path: at('/admin/users/1') },
  { name: 'admin-suspend', who: 'admin', path: at('/admin/users/1/suspend') },
  { name: 'admin-logs', who: 'admin', path: at('/admin/logs') },
  { name: 'admin-active-jobs', who: 'admin', path: at('/admin/active-jobs') },
  { name: 'admin-failures', who: 'admin', path: at('/admin/failures') },
  { name: 'admin-settings', who: 'admin', path: at('/admin/settings') },
  { name: 'dashboard-not-found', who: 'premium', path: at('/dashboard/no-such-page') },
  {
    name: 'server-error',
    who: 'premium',
    path: ({ busy, success }) => `/dashboard/jobs/${busy}/executions/${success}`,
    without: 'Attempt',
  },
];

const command = `curl -k -X PUT https://api.example.com/run -H 'x-one: 1' -d '{"a":1}' -m 20`;

const crontab = `# Nightly invoices
CRON_TZ=Europe/Paris
30 2 * * * curl -fsS -X POST -H 'content-type: application/json' -d '{"all":true}' https://billing.example.com/run
*/10 * * * * curl https://edge.example.com/warm
0 4 * * * /usr/local/bin/backup.sh
61 * * * * curl https://example.com/never
`;
