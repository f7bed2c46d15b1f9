import { expect, test } from '#tests/e2e/fixtures.ts';
import { aName, createJob, fillJobForm, openField, openTabOf, untilHydrated } from '#tests/e2e/job-steps.ts';
import { chooseZone } from '#tests/e2e/zone-steps.ts';

test.use({ who: 'new' });

test('the form opens hourly in Simple, with the required fields and the defaults of a new job', async ({
  page,
}) => {
  await page.goto('/dashboard/jobs/create');
  await expect(page.getByRole('radio', { name: 'Simple' })).toBeChecked();
  await expect(page.getByLabel('Interval')).toHaveValue('12');
  await expect(page.getByText('Every hour, America/New_York')).toBeVisible();
  await expect(page.getByLabel('Job Name')).toHaveAttribute('required');
  await expect(page.getByLabel('Description')).not.toHaveAttribute('required');
  await expect(page.getByLabel('Webhook URL')).toHaveAttribute('required');
  await expect(page.getByLabel('HTTP Method')).toHaveValue('GET');
  await expect(page.getByLabel('Headers (JSON)')).toHaveValue('');
  await expect(page.getByLabel('Payload (JSON)')).toHaveValue('');
  await expect(page.getByLabel('Timezone')).toHaveValue('America/New_York');
  await expect(page.getByLabel('Timeout (seconds)')).toHaveValue('30');
  await expect(page.getByLabel('Retry Count')).toHaveValue('3');
  await expect(page.getByLabel('Job Status')).toHaveValue('active');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('the modes include Simple, Cron Expression and Advanced, whose five fields make one expression', async ({
  page,
}) => {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  const modes = page.getByRole('radiogroup', { name: 'Schedule mode' });
  for (const mode of ['Simple', 'Builder', 'Cron Expression', 'Advanced', 'Manual only']) {
    await expect(modes.getByRole('radio', { name: mode, exact: true })).toHaveCount(1);
  }
  await modes.getByRole('radio', { name: 'Cron Expression' }).check();
  await expect(page.getByRole('textbox', { name: 'Cron Expression' })).toHaveAttribute(
    'placeholder',
    '0 * * * *',
  );
  await modes.getByRole('radio', { name: 'Advanced' }).check();
  const fields = page.getByRole('group', { name: 'Cron fields' }).getByRole('textbox');
  await expect(fields).toHaveCount(5);
  for (const field of await fields.all()) await expect(field).toHaveAttribute('placeholder', '*');
  await page.getByRole('textbox', { name: 'Minute' }).fill('30');
  await page.getByRole('textbox', { name: 'Hour' }).fill('9');
  await page.getByRole('textbox', { name: 'Weekday' }).fill('1');
  await expect(page.getByText('30 9 * * 1', { exact: true })).toBeVisible();
  await expect(page.getByText('Every Monday at 09:30, America/New_York')).toBeVisible();
});

test('after saving, the dashboard opens, says so for 5 seconds, and lists the job', async ({
  page,
  facts,
}) => {
  await page.clock.install();
  const name = await fillJobForm({ page, url: `${facts.echoUrl}/e2e/first` });
  await page.getByRole('button', { name: 'Create Job' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const toast = page.getByText('Job created successfully', { exact: true });
  await expect(toast).toBeVisible();
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  await page.clock.fastForward(5_000);
  await expect(toast).toBeHidden();
});

test('the preview follows the typed schedule and names the effect of a clock change', async ({ page }) => {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await page.getByRole('radio', { name: 'Cron Expression' }).check();
  await page.getByRole('textbox', { name: 'Cron Expression' }).fill('30 2 * * *');
  await chooseZone({ page, zone: 'America/Los_Angeles' });

  await expect(page.getByText('Every day at 02:30, America/Los_Angeles')).toBeVisible();
  await expect(page.getByText(/02:30 does not exist in Los Angeles: this job runs at 03:00\./)).toBeVisible();
  const fires = page.getByRole('region', { name: 'Next Runs' });
  // Five fires, and the next one moved by a clock change.
  await expect(fires.getByRole('listitem')).toHaveCount(6);
  await expect(fires.getByText('Shifted')).toBeVisible();
});

test('a zone typed or pasted before the expression is selected at once', async ({ page }) => {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await page.getByRole('radio', { name: 'Cron Expression' }).check();
  const expression = page.getByRole('textbox', { name: 'Cron Expression' });
  await expression.fill('');
  await expression.pressSequentially('CRON_TZ=Europe/Berlin 0 9 * * 1-5');
  await expect(expression).toHaveValue('0 9 * * 1-5');
  await expect(page.getByLabel('Timezone')).toHaveValue('Europe/Berlin');
  await expect(page.getByText('Every weekday at 09:00, Europe/Berlin')).toBeVisible();
  await expression.fill('TZ=Asia/Tokyo 15 6 * * *');
  await expect(expression).toHaveValue('15 6 * * *');
  await expect(page.getByText('Every day at 06:15, Asia/Tokyo')).toBeVisible();
});

test('a mode keeps its text while another one is chosen', async ({ page }) => {
  await page.goto('/dashboard/jobs/create');
  const modes = page.getByRole('radiogroup', { name: 'Schedule mode' });
  await modes.getByRole('radio', { name: 'Cron Expression' }).check();
  await page.getByRole('textbox', { name: 'Cron Expression' }).fill('5 4 * * *');
  await modes.getByRole('radio', { name: 'Advanced' }).check();
  await expect(page.getByRole('textbox', { name: 'Cron Expression' })).toBeHidden();
  await page.getByRole('textbox', { name: 'Hour' }).fill('7');
  await modes.getByRole('radio', { name: 'Cron Expression' }).check();
  await expect(page.getByRole('textbox', { name: 'Cron Expression' })).toHaveValue('5 4 * * *');
});

test('an edit is saved, announced and shown; a masked header keeps its value', async ({ page, facts }) => {
  await createJob({
    page,
    url: `${facts.echoUrl}/e2e`,
    fields: { 'Headers (JSON)': '{"x-api-key": "secret-value-1", "accept": "text/plain"}' },
  });
  const details = page.getByRole('region', { name: 'Webhook Details' });
  await expect(details).toContainText('********');
  await expect(details).not.toContainText('secret-value-1');

  await page.getByRole('link', { name: 'Edit Job' }).click();
  await expect(page.getByLabel('Headers (JSON)')).not.toHaveValue(/secret-value-1/);
  const name = aName('Renamed');
  await page.getByLabel('Job Name').fill(name);
  await page.getByRole('button', { name: 'Update Job' }).click();

  await expect(page.getByText('Job updated successfully!', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Reveal' }).click();
  await expect(details).toContainText('secret-value-1');
});

test('leaving unsaved text asks first', async ({ page }) => {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await page.getByLabel('Job Name').fill('Half a job');
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Job Name')).toHaveValue('Half a job');
});

test('a job opens in its form with all saved values, and the button says that it is saving', async ({
  page,
  facts,
}) => {
  test.setTimeout(60_000);
  const url = `${facts.echoUrl}/e2e/edit`;
  const name = await fillJobForm({
    page,
    url,
    fields: {
      Description: 'What it is for.',
      'Payload (JSON)': '{"a":1}',
      'Timeout (seconds)': '45',
      'Retry Count': '1',
    },
  });
  await (await openField({ page, label: 'HTTP Method' })).selectOption('PUT');
  await openTabOf({ page, label: 'Timezone' });
  await untilHydrated(page);
  await chooseZone({ page, zone: 'Europe/Paris' });
  await page.getByRole('radio', { name: 'Cron Expression' }).check();
  await page.getByRole('textbox', { name: 'Cron Expression' }).fill('30 2 * * *');
  await page.getByRole('button', { name: 'Create Job' }).click();
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('link', { name: 'Edit Job' }).click();

  await expect(page).toHaveURL(/\/dashboard\/jobs\/\d+\/edit$/);
  await expect(page.getByLabel('Job Name')).toHaveValue(name);
  await expect(page.getByLabel('Description')).toHaveValue('What it is for.');
  await expect(page.getByLabel('Webhook URL')).toHaveValue(url);
  await expect(page.getByLabel('HTTP Method')).toHaveValue('PUT');
  await expect(page.getByLabel('Timezone')).toHaveValue('Europe/Paris');
  await expect(page.getByRole('radio', { name: 'Advanced' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Hour' })).toHaveValue('2');
  await expect(page.getByLabel('Payload (JSON)')).toHaveValue('{"a":1}');
  await expect(page.getByLabel('Timeout (seconds)')).toHaveValue('45');
  await expect(page.getByLabel('Retry Count')).toHaveValue('1');

  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route('**/edit?**', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible();
  release();
  await expect(
    page.getByRole('region', { name: /Notifications/ }).getByText('Success', { exact: true }),
  ).toBeVisible();
  await expect(page.getByText('Job updated successfully!', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/jobs\/\d+$/);

  await page.getByRole('link', { name: 'Edit Job' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Edit Job' }).click();
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
});
