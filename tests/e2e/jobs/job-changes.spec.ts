import { expect, test } from '#tests/e2e/fixtures.ts';
import { createJob, openMoreActions } from '#tests/e2e/job-steps.ts';

test.use({ who: 'new' });

test('one of the next fires is skipped, and the skip is undone', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await createJob({ page, url: `${facts.echoUrl}/e2e` });
  const fires = page.getByRole('region', { name: 'Next Runs' });
  await expect(fires.getByRole('button', { name: /^Skip/ })).toHaveCount(3);
  await fires.getByRole('button', { name: /^Skip/ }).nth(2).click();
  await expect(page.getByText('The run will be skipped.', { exact: true })).toBeVisible();
  await expect(fires).toContainText('next 3, 1 skipped by you');
  await expect(fires.getByRole('row').filter({ hasText: 'Skipped' })).toHaveCount(1);
  await expectAccessible();
  const changes = page.getByRole('region', { name: 'Changes' });
  await expect(changes).toContainText(
    /Run of [A-Z][a-z]{2} \d{1,2}, \d{4} \d\d:00, America\/New_York skipped/,
  );
  await fires.getByRole('button', { name: /^Undo skipping/ }).click();
  await expect(page.getByText('The run is no longer skipped.', { exact: true })).toBeVisible();
  await expect(changes).toContainText(/America\/New_York no longer skipped/);
  await expect(fires.getByRole('button', { name: /^Skip/ })).toHaveCount(3);
});

test('a job is paused until a time in its zone, and says so', async ({ page, facts, expectAccessible }) => {
  await createJob({ page, url: `${facts.echoUrl}/e2e` });
  await page.getByLabel('Pause until a time').click();
  await expectAccessible();
  await page.getByLabel('Pause Until', { exact: true }).fill('2031-05-06T07:08');
  await page.getByRole('button', { name: 'Pause Until Then' }).click();
  await expect(page.getByText('Job paused successfully.', { exact: true })).toBeVisible();
  await expect(page.getByText(/Paused until May 6, 2031 \d\d:08\./)).toBeVisible();
  const fires = page.getByRole('region', { name: 'Next Runs' });
  await expect(fires.getByRole('row').filter({ hasText: 'May 6, 2031' }).first()).toContainText('08:00');
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText(
    'Paused until May 6, 2031 07:08, America/New_York',
  );
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('Every hour, America/New_York.', { exact: true })).toBeVisible();
});

test('a pause for an hour ends by itself', async ({ page, facts }) => {
  await createJob({ page, url: `${facts.echoUrl}/e2e` });
  await page.getByLabel('Pause until a time').click();
  await page.getByRole('button', { name: '1 Hour' }).click();
  await expect(
    page
      .getByRole('main')
      .getByText(/Paused until/)
      .first(),
  ).toBeVisible();
});

test('the changes name each changed field, and a version is restored as a new one', async ({
  page,
  facts,
}) => {
  const name = await createJob({ page, url: `${facts.echoUrl}/e2e` });
  const changes = page.getByRole('region', { name: 'Changes' });
  await expect(changes).toContainText('Created');
  await page.getByRole('link', { name: 'Edit Job' }).first().click();
  await page.getByLabel('Job Name').fill(`${name} again`);
  await page.getByLabel('Timeout').fill('45');
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${name} again` })).toBeVisible();
  await expect(changes).toContainText('Timeout 30s to 45s');
  await expect(changes).toContainText(`Renamed from “${name}” to “${name} again”`);

  await changes.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(page.getByText('Version 1 restored as version 3.', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  await expect(changes).toContainText('version 3');
  await expect(changes).toContainText('Timeout 45s to 30s');
});

test('Duplicate opens the create form filled in; masked values are copied too', async ({ page, facts }) => {
  const name = await createJob({
    page,
    url: `${facts.echoUrl}/e2e/twin`,
    fields: { 'Headers (JSON)': '{"authorization":"Bearer twin"}' },
  });
  await openMoreActions(page);
  await page.getByRole('link', { name: 'Duplicate' }).click();
  await expect(page.getByLabel('Job Name')).toHaveValue(`Copy of ${name}`);
  await expect(page.getByLabel('Webhook URL')).toHaveValue(`${facts.echoUrl}/e2e/twin`);
  await page.getByRole('button', { name: 'Create Job' }).click();
  await expect(page.getByText('Job created successfully', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: `Copy of ${name}`, exact: true }).click();
  const details = page.getByRole('region', { name: 'Webhook Details' });
  await expect(details.getByRole('region', { name: 'Headers' })).toContainText('********');
  await details.getByRole('link', { name: 'Reveal' }).click();
  await expect(details.getByRole('region', { name: 'Headers' })).toContainText('Bearer twin');
});

test('the request is shown as a command, without the values of secret headers', async ({ page, facts }) => {
  await createJob({
    page,
    url: `${facts.echoUrl}/e2e/it's`,
    fields: { 'Headers (JSON)': '{"x-api-key":"hidden","accept":"text/plain"}' },
  });
  const details = page.getByRole('region', { name: 'Webhook Details' });
  await details.getByText('As cURL').click();
  const command = details.getByRole('region', { name: 'cURL command' });
  await expect(command).toContainText("-H 'x-api-key: ********'");
  await expect(command).toContainText("-H 'accept: text/plain'");
  await openMoreActions(page);
  await expect(page.getByRole('button', { name: 'Copy as cURL' })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } });

  test('skip, pause until and restore work as forms', async ({ page, facts }) => {
    await createJob({ page, url: `${facts.echoUrl}/e2e` });
    const fires = page.getByRole('region', { name: 'Next Runs' });
    await fires.getByRole('button', { name: /^Skip/ }).first().click();
    await expect(page.getByText('The run will be skipped.', { exact: true })).toBeVisible();
    await expect(fires.getByRole('button', { name: /^Undo skipping/ })).toBeVisible();
    await page.getByLabel('Pause until a time').click();
    await page.getByRole('button', { name: '1 Day' }).click();
    await expect(page.getByText('Job paused successfully.', { exact: true })).toBeVisible();
    await expect(
      page
        .getByRole('main')
        .getByText(/Paused until/)
        .first(),
    ).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});
