import type { Page } from '@playwright/test';
import { aSeenCertificate } from '#tests/e2e/alert-rows.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  aName,
  createJob,
  fillJobForm,
  openMoreActions,
  openTabOf,
  untilHydrated,
} from '#tests/e2e/job-steps.ts';

const narrow = { width: 360, height: 740 };

test.describe.configure({ timeout: 90_000 });
test.use({ who: 'new', allowedErrors: [/status of 400/] });

const fields = {
  'Late (seconds)': '30',
  'Too Long (seconds)': '120',
  'Certificate (days)': '7',
  'Response Changed': '$.version',
};

const detailsOf = (page: Page) => page.getByRole('region', { name: 'Webhook Details' });

async function expectFits(page: Page): Promise<void> {
  await page.setViewportSize(narrow);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrow.width);
}

test('the four fields are saved, shown on the job page and listed under Changes', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await fillJobForm({
    page,
    url: `${facts.echoUrl}/e2e`,
    fields: { ...fields, 'Response Changed': 'version' },
  });
  await page.getByRole('button', { name: 'Create Job' }).click();
  await expect(page.locator('#job-answerWatch-error')).toContainText('a JSON field such as $.version');
  await expectAccessible();
  await expectFits(page);
  await page.getByLabel('Response Changed').fill('$.version');
  await page.getByRole('button', { name: 'Create Job' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('link', { name: /^Job / }).first().click();
  await expect(detailsOf(page)).toContainText('Late after 30s, too long after 2m');
  await expect(detailsOf(page)).toContainText('$.version');
  await expect(detailsOf(page)).toContainText('No successful run yet.');
  await expectAccessible();
  await expectFits(page);

  await page.setViewportSize({ width: 1280, height: 800 });
  await openMoreActions(page);
  await page.getByRole('link', { name: 'Edit Job' }).click();
  await untilHydrated(page);
  await openTabOf({ page, label: 'Notify' });
  for (const [label, value] of Object.entries(fields))
    await expect(page.getByLabel(label)).toHaveValue(value);
  await page.getByLabel('Late (seconds)').fill('');
  await page.getByLabel('Certificate (days)').fill('0');
  await page.getByRole('button', { name: 'Update Job' }).click();
  const changes = page.getByRole('region', { name: 'Changes' });
  await expect(changes).toContainText('Late after 30s to off');
  await expect(changes).toContainText('Certificate 7 days to off');
});

test('the certificate of the target is shown with its expiry date', async ({
  page,
  facts,
  expectAccessible,
}) => {
  const host = `${aName('secure').replace(' ', '-')}.example.com`;
  await aSeenCertificate({ facts, host, days: 37 });
  await createJob({ page, url: `https://${host}/run`, status: 'paused' });
  await expect(detailsOf(page)).toContainText(
    new RegExp(`Certificate of ${host} expires on \\w{3} \\d{1,2}, \\d{4}, in 37 days`),
  );
  await expectAccessible();
  await expectFits(page);
});

test('a changed response is notified, and the job page shows the value', async ({ page, facts }) => {
  await createJob({ page, url: `${facts.echoUrl}/e2e`, fields: { 'Response Changed': '$.receivedAt' } });
  const history = page.getByRole('region', { name: 'Executions History' });
  for (const count of [1, 2]) {
    await page.reload();
    await untilHydrated(page);
    // A second run within 2 s would join the first.
    if (count > 1) await page.waitForTimeout(2_100);
    await page.getByRole('button', { name: 'Run Now' }).click();
    await expect(async () => {
      await page.reload();
      await expect(history.getByRole('cell', { name: 'Success' })).toHaveCount(count, { timeout: 1_000 });
    }).toPass({ timeout: 15_000 });
  }
  await page.reload();
  await expect(detailsOf(page)).toContainText('Since');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Response Changed');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the fields are saved by a plain form', async ({ page, facts }) => {
    await createJob({ page, url: `${facts.echoUrl}/e2e`, status: 'paused', fields });
    await expect(detailsOf(page)).toContainText('Late after 30s, too long after 2m');
    await openMoreActions(page);
    await page.getByRole('link', { name: 'Edit Job' }).click();
    for (const [label, value] of Object.entries(fields))
      await expect(page.getByLabel(label)).toHaveValue(value);
  });
});
