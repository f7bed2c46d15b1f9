import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { aName, createJob } from '#tests/e2e/job-steps.ts';

// Each test waits for runs of the engine.
test.describe.configure({ timeout: 90_000 });
test.use({ who: 'new' });

const banner = (page: Page) => page.getByText('This job has been failing since');
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true });

/** A job whose run has failed, on its page. */
async function failingJob({ page, echoUrl }: { page: Page; echoUrl: string }): Promise<string> {
  const name = await createJob({
    ...{ page, url: `${echoUrl}/status/500`, name: aName('Backup') },
    fields: { 'Retry Count': '0' },
  });
  await page.getByRole('button', { name: 'Run Now' }).click();
  await expect(async () => {
    await page.reload();
    await expect(banner(page)).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  return name;
}

test('a failing job has an incident, which is acknowledged and recovers', async ({
  page,
  facts,
  expectAccessible,
}) => {
  const name = await failingJob({ page, echoUrl: facts.echoUrl });
  const jobPage = page.url();
  await expect(banner(page)).toContainText('1 failure in a row');
  await expect(sidebar(page).getByRole('link', { name: 'Incidents 1 open' })).toBeVisible();
  await expectAccessible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByLabel('More: Incidents, 1 open', { exact: true })).toBeVisible();
  await expectAccessible();
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('link', { name: 'See the incident' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Cause' })).toContainText('the response was 500');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(
    'Opened by the first notified failure',
  );
  const notifications = page.getByRole('region', { name: 'Notifications' });
  await expect(notifications).toContainText('Failure');
  await expect(notifications).toContainText(/Sent/, { timeout: 20_000 });
  await expect(page.getByRole('link', { name: 'Show Its Runs' })).toHaveAttribute(
    'href',
    /start=.+#history$/,
  );
  const incidentPage = page.url();

  await page.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await expect(
    page.getByText('Acknowledged. No more reminders until the recovery.', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(/Acknowledged by visitor-/);
  await expect(sidebar(page).getByRole('link', { name: 'Incidents', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo Acknowledge' }).click();
  await expect(page.getByRole('button', { name: 'Acknowledge', exact: true })).toBeVisible();

  await page.goto(`${jobPage}/edit`);
  await page.getByLabel('Webhook URL').fill(`${facts.echoUrl}/e2e`);
  await page.getByRole('button', { name: 'Update Job' }).click();
  await page.goto(jobPage);
  await page.getByRole('button', { name: 'Run Now' }).click();
  await expect(banner(page)).toHaveCount(0, { timeout: 20_000 });
  await page.goto(incidentPage);
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(
    'Recovered: the job succeeded again.',
  );
  await expect(page.getByRole('button', { name: 'Acknowledge', exact: true })).toHaveCount(0);

  await page.goto('/dashboard/incidents?status=closed');
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Recovered');
});

test('an incident is snoozed for a span and until a time, and the snooze can be ended', async ({
  page,
  facts,
}) => {
  await failingJob({ page, echoUrl: facts.echoUrl });
  await page.getByLabel('Snooze', { exact: true }).click();
  await page.getByRole('button', { name: '4 Hours' }).click();
  await expect(
    page.getByText('Snoozed. Until then only the recovery is notified.', { exact: true }),
  ).toBeVisible();
  await expect(banner(page)).toContainText('Snoozed until');
  await page.getByRole('button', { name: 'End Snooze' }).click();
  await expect(page.getByText('The snooze has ended.', { exact: true })).toBeVisible();

  await page.getByLabel('Snooze', { exact: true }).click();
  await page.getByLabel('Snooze Until').fill('2099-01-01T09:00');
  await page.getByRole('button', { name: 'Snooze Until Then' }).click();
  await expect(page.getByText('Choose a time within 7 days.', { exact: true })).toBeVisible();
});

test('the list searches and filters, and is glad when it is empty', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await page.goto('/dashboard/incidents');
  await expect(page.getByRole('heading', { name: 'All Clear' })).toBeVisible();
  const name = await failingJob({ page, echoUrl: facts.echoUrl });
  await page.goto('/dashboard/incidents');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Open');
  await page.getByLabel('Search incidents by job').fill('no such job');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No incidents found' })).toBeVisible();
  await page.getByRole('link', { name: 'Clear Filters' }).click();
  await expect(row).toBeVisible();

  for (const [theme, width] of [
    ['light', 1280],
    ['dark', 360],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/dashboard/incidents', (await row.getByRole('link').getAttribute('href')) ?? '']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      if (path !== '/dashboard/incidents') await page.goto('/dashboard/incidents');
    }
  }
});

test("another account's incident is not found", async ({ page, allowedErrors }) => {
  expect(allowedErrors).toEqual([]);
  const response = await page.request.get('/dashboard/incidents/2000000000');
  expect([response.status(), await response.text()]).toEqual([
    404,
    expect.stringContaining('Incident Not Found'),
  ]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an incident is acknowledged and snoozed by plain forms, which return to their page', async ({
    page,
    facts,
  }) => {
    await failingJob({ page, echoUrl: facts.echoUrl });
    const jobPage = page.url();
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).click();
    expect(page.url()).toBe(jobPage);
    await expect(banner(page)).toContainText('Acknowledged by visitor-');
    await page.getByLabel('Snooze', { exact: true }).click();
    await page.getByRole('button', { name: 'Tomorrow 9:00' }).click();
    await expect(banner(page)).toContainText('Snoozed until');
    await page.getByRole('link', { name: 'See the incident' }).click();
    await page.getByRole('button', { name: 'End Snooze' }).click();
    await expect(page.getByText('The snooze has ended.', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Undo Acknowledge' }).click();
    await expect(
      page.getByText('No longer acknowledged. Reminders will continue.', { exact: true }),
    ).toBeVisible();
  });
});
