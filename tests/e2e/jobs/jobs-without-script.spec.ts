import type { Page } from '@playwright/test';
import { accountOf, useUpForms } from '#tests/e2e/account-rows.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { aName, createJob, fillJobForm, openMoreActions } from '#tests/e2e/job-steps.ts';

// A refused form returns 400; the browser logs it.
test.use({ who: 'new', javaScriptEnabled: false, allowedErrors: [/status of 4(00|29)/] });

test('a job is created, paused, run and deleted by plain forms', async ({ page, facts }) => {
  const name = await fillJobForm({ page, url: `${facts.echoUrl}/e2e` });
  await page.getByRole('button', { name: 'Create Job' }).click();
  await expect(page.getByText('Job created successfully', { exact: true })).toBeVisible();
  await page.getByRole('link', { name, exact: true }).click();

  await page.getByRole('button', { name: 'Run Now' }).click();
  await expect(
    page.getByText('Job triggered successfully. Check executions for results.', { exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Job paused successfully.', { exact: true })).toBeVisible();

  await openMoreActions(page);
  await page.getByRole('button', { name: 'Delete Job' }).click();
  await expect(page.getByRole('heading', { name: `Delete ${name}?` })).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Job deleted successfully.', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});

test('a refused form comes back as it was sent, with errors under the fields', async ({ page, facts }) => {
  const name = await fillJobForm({
    page,
    url: `${facts.echoUrl}/e2e`,
    fields: { 'Headers (JSON)': '["no object"]', Description: 'Kept' },
  });
  await page.getByRole('radio', { name: 'Cron Expression' }).check();
  await page.getByRole('textbox', { name: 'Cron Expression' }).fill('61 * * * *');
  await page.getByRole('button', { name: 'Create Job' }).click();

  await expect(page.getByLabel('Job Name')).toHaveValue(name);
  await expect(page.getByLabel('Description')).toHaveValue('Kept');
  await expect(page.locator('#job-headers-error')).toContainText('JSON object');
  await expect(page.getByRole('textbox', { name: 'Cron Expression' })).toHaveValue('61 * * * *');
  await expect(page.locator('#job-cronExpression-error')).not.toBeEmpty();
});

test('the Preview button shows the schedule in the form', async ({ page }) => {
  await page.goto('/dashboard/jobs/create');
  await page.getByRole('radio', { name: 'Cron Expression' }).check();
  await page.getByRole('textbox', { name: 'Cron Expression' }).fill('15 6 * * 1-5');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Every weekday at 06:15, America/New_York')).toBeVisible();
});

test('a zone before the expression is used when the form is sent', async ({ page }) => {
  await page.goto('/dashboard/jobs/create');
  await page.getByRole('radio', { name: 'Cron Expression' }).check();
  const expression = page.getByRole('textbox', { name: 'Cron Expression' });
  await expression.fill('CRON_TZ=Europe/Berlin 15 6 * * 1-5');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Every weekday at 06:15, Europe/Berlin')).toBeVisible();
  await expect(expression).toHaveValue('15 6 * * 1-5');
  await expect(page.getByLabel('Timezone')).toHaveValue('Europe/Berlin');
});

test('an edit is saved by a plain form', async ({ page, facts }) => {
  await createJob({ page, url: `${facts.echoUrl}/e2e` });
  const name = aName('Edited');
  await page.getByRole('link', { name: 'Edit Job' }).click();
  await page.getByLabel('Job Name').fill(name);
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(page.getByText('Job updated successfully!', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
});

test('the search is sent by Enter and keeps the filter', async ({ page, facts }) => {
  const name = await createJob({ page, url: `${facts.echoUrl}/e2e`, status: 'paused' });
  await page.goto('/dashboard?filter=paused');
  await page.getByLabel('Search jobs').fill(name.slice(0, 6));
  await page.getByLabel('Search jobs').press('Enter');
  await expect(page).toHaveURL(/search=.*filter=paused/);
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
});

/** Refuses every form of the visitor for the next seconds. */
async function refuseForms({ page, facts }: { page: Page; facts: Parameters<typeof accountOf>[0]['facts'] }) {
  await page.goto('/dashboard/settings');
  const email = await page.getByLabel('Email').inputValue();
  const userId = await accountOf({ facts, email });
  return (forMs: number) => useUpForms({ facts, userId, forMs });
}

test('a form refused by a rate limit comes back with its values, and is saved later', async ({
  page,
  facts,
}) => {
  const refuseFor = await refuseForms({ page, facts });
  const name = await fillJobForm({
    page,
    url: `${facts.echoUrl}/e2e`,
    fields: { Description: 'Kept', 'Headers (JSON)': '{"x-kept":"yes"}' },
  });
  await page.getByRole('radio', { name: 'Cron Expression' }).check();
  await page.getByRole('textbox', { name: 'Cron Expression' }).fill('15 6 * * 1-5');
  await refuseFor(8_000);
  const create = page.getByRole('button', { name: 'Create Job' });
  const refused = page.waitForResponse((response) => response.request().method() === 'POST');
  await create.click();
  expect((await refused).status()).toBe(429);
  await expect(page.getByText(/^Too many requests: .* Try again in \d+ seconds?\.$/).first()).toBeVisible();
  await expect(page.getByLabel('Job Name')).toHaveValue(name);
  await expect(page.getByLabel('Description')).toHaveValue('Kept');
  await expect(page.getByLabel('Headers (JSON)')).toHaveValue('{"x-kept":"yes"}');
  await expect(page.getByRole('textbox', { name: 'Cron Expression' })).toHaveValue('15 6 * * 1-5');
  await expect(page.getByText('Every weekday at 06:15, America/New_York')).toBeVisible();
  await expect(async () => {
    await create.click();
    await expect(page.getByText('Job created successfully', { exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();

  const text = 'jobs:\n  - name: Kept';
  await page.goto('/dashboard/import');
  await page.getByLabel('Text').fill(text);
  await refuseFor(60_000);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText(/^Too many requests: .*seconds?\.$/).first()).toBeVisible();
  await expect(page.getByLabel('Text')).toHaveValue(text);
  await page.goto('/dashboard/settings');
  await page.getByLabel('First Name').fill('Ada');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText(/^Too many requests: .*seconds?\.$/).first()).toBeVisible();
  await expect(page.getByLabel('First Name')).toHaveValue('Ada');
});
