import { expect, test } from '#tests/e2e/fixtures.ts';
import { aName } from '#tests/e2e/job-steps.ts';

// A refused form returns 400; the browser logs it.
test.use({ who: 'new', allowedErrors: [/status of 400/] });

const path = '/dashboard/settings/channels/new?kind=webhook';

test('a channel gets quiet hours, which its form shows again and takes away', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await page.goto(path);
  await page.getByLabel('Name', { exact: true }).fill(aName('Night desk'));
  await page.getByRole('textbox', { name: 'URL' }).fill(`${facts.echoUrl}/e2e`);
  await page.getByRole('checkbox', { name: /^Quiet Hours/ }).check();
  for (const day of ['Saturday', 'Sunday']) await page.getByLabel(day).uncheck();
  await page.getByLabel('From', { exact: true }).fill('21:30');
  await expectAccessible();
  await page.getByRole('button', { name: 'Add Channel' }).click();
  await expect(page.getByText('Channel Added', { exact: true })).toBeVisible();

  await page.reload();
  await expect(page.getByText(/^Quiet: Monday to Friday from 21:30 to 07:00/)).toBeVisible();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('21:30');
  await expect(page.getByLabel('Friday')).toBeChecked();
  await expect(page.getByLabel('Sunday')).not.toBeChecked();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 800 });
  await expectAccessible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await page.getByRole('checkbox', { name: /^Quiet Hours/ }).uncheck();
  await page.getByRole('button', { name: 'Save Channel' }).click();
  await expect(page.getByText('Channel Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('From', { exact: true })).toBeHidden();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('quiet hours without a day are refused under their field, with the typed times', async ({
    page,
    facts,
  }) => {
    await page.goto(path);
    await page.getByLabel('Name', { exact: true }).fill(aName('Night desk'));
    await page.getByRole('textbox', { name: 'URL' }).fill(`${facts.echoUrl}/e2e`);
    await page.getByRole('checkbox', { name: /^Quiet Hours/ }).check();
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
      await page.getByLabel(day).uncheck();
    await page.getByLabel('Until', { exact: true }).fill('06:15');
    await page.getByRole('button', { name: 'Add Channel' }).click();
    await expect(page.getByText('Choose at least one of monday')).toBeVisible();
    await expect(page.getByLabel('Until', { exact: true })).toHaveValue('06:15');
    await page.getByLabel('Monday').check();
    await page.getByRole('button', { name: 'Add Channel' }).click();
    await expect(page.getByText('Channel Added', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Until', { exact: true })).toHaveValue('06:15');
  });
});
