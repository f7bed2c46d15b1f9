import type { Page, Route } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { aName, createJob, untilHydrated } from '#tests/e2e/job-steps.ts';
import { makeJob, makeJobs } from '#tests/e2e/made-jobs.ts';

/** Holds requests about jobs back from the server until released. */
async function holdActs(page: Page): Promise<{ letGo: () => Promise<void> }> {
  const isAct = ({ pathname }: URL) => /\/(?:status|bulk)\.data$/.test(pathname);
  const held: Route[] = [];
  await page.route(isAct, (route) => void held.push(route));
  return {
    letGo: async () => {
      for (const route of held) await route.continue();
      await page.unroute(isAct);
    },
  };
}

/** The cell of the Status column. */
const statusOf = ({ page, name }: { page: Page; name: string }) =>
  page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('cell')
    .nth(6);

test.describe('a new account', () => {
  test.use({ who: 'new' });

  test('an empty list says how to fill it', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page.getByText('No jobs created yet. Create your first job to get started.')).toBeVisible();
    // There is nothing to search yet.
    await expect(page.getByLabel('Search jobs')).toHaveCount(0);
    await page.goto('/dashboard?search=anything');
    await expect(page.getByText('No jobs match your search criteria')).toBeVisible();
    await page.getByRole('link', { name: 'Clear Filters' }).click();
    await expect(page.getByText('No jobs created yet. Create your first job to get started.')).toBeVisible();
  });

  test('a toggle changes status and counter at once and says so', async ({ page, facts }) => {
    const name = await createJob({ page, url: `${facts.echoUrl}/e2e` });
    await page.goto('/dashboard');
    await untilHydrated(page);
    const counter = page.getByRole('region', { name: 'Counters' });
    await expect(counter).toContainText(/Active Jobs\s*1/);

    const status = statusOf({ page, name });
    await expect(status).toHaveText('Active');

    await page.getByRole('button', { name: `Pause ${name}` }).click();
    await expect(page.getByText('Job is now paused', { exact: true })).toBeVisible();
    await expect(counter).toContainText(/Active Jobs\s*0/);
    await expect(status).toHaveText('Paused');

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Job is now active', { exact: true })).toBeVisible();
    await expect(counter).toContainText(/Active Jobs\s*1/);
    await expect(status).toHaveText('Active');
    await page.reload();
    await expect(status).toHaveText('Active');
  });

  test('the Type column says Email for a job that sends mail', async ({ page, facts }) => {
    const mail = await createJob({ page, url: 'mailto:type-column@example.test', status: 'inactive' });
    const call = await createJob({ page, url: `${facts.echoUrl}/e2e`, status: 'inactive' });
    await page.goto('/dashboard');
    const typeOf = (name: string) =>
      page
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('cell')
        .nth(2);
    await expect(typeOf(mail)).toHaveText('Email');
    await expect(typeOf(call)).toHaveText('Webhook');
  });

  test('the counter includes a pause and a deletion before the server has responded', async ({
    page,
    facts,
  }) => {
    const name = await createJob({ page, url: `${facts.echoUrl}/e2e` });
    await page.goto('/dashboard');
    await untilHydrated(page);
    const counter = page.getByRole('region', { name: 'Counters' });
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();

    let held = await holdActs(page);
    await page.getByRole('button', { name: `Pause ${name}` }).click();
    await expect(counter).toContainText(/Active Jobs\s*0/);
    await expect(statusOf({ page, name })).toHaveText('Paused');
    await expect(page.getByText('Job is now paused', { exact: true })).toHaveCount(0);
    await held.letGo();
    await expect(page.getByText('Job is now paused', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: `Resume ${name}` }).click();
    await expect(page.getByText('Job is now active', { exact: true })).toBeVisible();

    held = await holdActs(page);
    await page.getByRole('group', { name: 'Selected jobs' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(counter).toContainText(/Active Jobs\s*0/);
    await expect(page.getByText('Jobs Deleted', { exact: true })).toHaveCount(0);
    await held.letGo();
    await expect(page.getByText('Jobs Deleted', { exact: true })).toBeVisible();
    await expect(counter).toContainText(/Total Jobs\s*0/);
  });

  test('at the limit the form offers an upgrade before it is filled in, and still saves an inactive job', async ({
    page,
    facts,
  }) => {
    test.setTimeout(60_000);
    const form = { webhookURL: `${facts.echoUrl}/e2e`, mode: 'every', timeInterval: '12', status: 'active' };
    await makeJobs({ page, facts, count: 10 });
    const eleventh = await page.request.post('/dashboard/jobs/create', {
      headers: { origin: facts.url },
      form: { ...form, name: 'Job 11' },
    });
    expect(eleventh.status()).toBe(403);
    expect(await eleventh.text()).toContain('Your plan allows 10 jobs.');

    await page.goto('/dashboard/jobs/create');
    await expect(page.getByRole('link', { name: 'Upgrade' })).toBeVisible();
    await expect(page.getByLabel('Job Status')).toHaveValue('inactive');

    await makeJob({ page, name: 'A draft', url: form.webhookURL, status: 'inactive' });
    await page.goto('/dashboard?search=draft');
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Resume A draft' }).click();
    const words = 'Your plan allows 10 jobs. Upgrade, or make room by deleting a job.';
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'See Plans', exact: true }).click();
    await expect(page).toHaveURL('/dashboard/settings#subscription');
  });
});

test.describe('the premium account', () => {
  test.use({ who: 'premium' });

  test('heading, counters, search, filter and columns read as specified', async ({ page }) => {
    await page.goto('/dashboard?show=all');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
    await expect(page.getByRole('main').getByRole('link', { name: 'Create Job' })).toHaveAttribute(
      'href',
      '/dashboard/jobs/create',
    );
    const counters = page.getByRole('region', { name: 'Counters' });
    for (const label of ['Total Jobs', 'Active Jobs', 'Failed Executions', 'Successful Executions']) {
      await expect(counters).toContainText(new RegExp(`${label}\\s*[\\d,]+`));
    }
    await expect(page.getByLabel('Search jobs')).toHaveAttribute('placeholder', 'Search jobs...');
    const filter = page.getByRole('radiogroup', { name: 'Filter' });
    for (const name of ['All', 'Active', 'Paused']) {
      await expect(filter.getByRole('radio', { name, exact: true })).toHaveCount(1);
    }
    const table = page.getByRole('table', { name: 'Jobs' });
    await expect(table.getByRole('columnheader')).toHaveText([
      '',
      'Name',
      'Type',
      'Schedule',
      'Last Run',
      /Next Run/,
      'Status',
      'Actions',
    ]);

    const cells = (name: string) => table.getByRole('row', { name: new RegExp(name) }).getByRole('cell');
    const when = /[A-Z][a-z]{2} \d{1,2}, \d{4}\s*\d\d:\d\d/;
    const active = cells('Nightly invoice run');
    await expect(active.nth(2)).toHaveText('Webhook');
    await expect(active.nth(3)).toContainText('Every day at 02:30');
    await expect(active.nth(4)).toContainText(when);
    await expect(active.nth(5)).toContainText(when);
    await expect(active.nth(6)).toHaveText('Active');
    await expect(active.nth(7).getByRole('button', { name: 'Pause Nightly invoice run' })).toBeVisible();
    await expect(active.nth(7).getByRole('link', { name: 'Edit Nightly invoice run' })).toHaveAttribute(
      'href',
      /^\/dashboard\/jobs\/\d+\/edit$/,
    );

    const paused = cells('Sync partner feed');
    await expect(paused.nth(5)).toHaveText('–', { useInnerText: true });
    await expect(paused.nth(6)).toHaveText('Paused');
    await expect(paused.getByRole('button', { name: 'Resume Sync partner feed' })).toBeVisible();
    const draft = cells('Year-end statements');
    await expect(draft.nth(4)).toContainText('Never');
    await expect(draft.nth(6)).toHaveText('Inactive');
  });

  test('five rows are listed until all are requested, and the address keeps the choice', async ({ page }) => {
    await page.goto('/dashboard');
    await untilHydrated(page);
    const rows = page.getByRole('table', { name: 'Jobs' }).getByRole('row');
    await expect(rows).toHaveCount(6);
    await page.getByRole('switch', { name: /Show all \d+/ }).check();
    await expect(page).toHaveURL(/show=all/);
    await expect(rows).not.toHaveCount(6);
  });

  test('search and filter narrow the list together, in any case', async ({ page, facts }) => {
    const name = aName('Zebra');
    await createJob({ page, url: `${facts.echoUrl}/e2e`, name, status: 'paused' });
    await page.goto('/dashboard');
    await untilHydrated(page);
    await page.getByLabel('Search jobs').fill(name.toUpperCase());
    const table = page.getByRole('table', { name: 'Jobs' });
    await expect(table.getByRole('row')).toHaveCount(2);
    await page.getByRole('radio', { name: 'Active' }).check();
    await expect(page.getByText('No jobs match your search criteria')).toBeVisible();
    await page.getByRole('radio', { name: 'Paused' }).check();
    await expect(table).toContainText(name);
    await expect(page).toHaveURL(/search=.*filter=paused/i);
  });

  for (const [theme, width] of [
    ['light', 1280],
    ['dark', 360],
  ] as const) {
    test.describe(`${theme} at ${width} px`, () => {
      test.use({ colorScheme: theme, viewport: { width, height: 800 } });

      test('dashboard, job, execution and forms have no accessibility violations and no sideways scroll', async ({
        page,
        expectAccessible,
      }) => {
        test.setTimeout(60_000);
        const checkPage = async () => {
          await untilHydrated(page);
          await expect(page.getByRole('progressbar')).toHaveCount(0);
          await expectAccessible();
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        };
        await page.goto('/dashboard?show=all');
        await checkPage();
        await page
          .getByRole('table', { name: 'Jobs' })
          .getByRole('row')
          .nth(1)
          .getByRole('link')
          .first()
          .click();
        await expect(page.getByRole('region', { name: 'Executions History' })).toBeVisible();
        await checkPage();
        const job = page.url();
        await page.getByRole('link', { name: /View/ }).first().click();
        await expect(page.getByRole('dialog', { name: 'Execution Details' })).toBeVisible();
        await checkPage();
        // Loaded directly, an overlay of the job is a separate page.
        await page.reload();
        await expect(page.getByRole('heading', { level: 1, name: /^Execution/ })).toBeVisible();
        await checkPage();
        await page.goto(`${job}/edit`);
        await checkPage();
        await page.goto('/dashboard/jobs/create');
        await checkPage();
      });
    });
  }
});
