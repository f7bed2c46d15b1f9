import { expect, test } from './fixtures.ts';
import { aName, createJob, fillJobForm, untilHydrated } from './job-steps.ts';

test.use({ who: 'new' });

test('a job that is created fires by itself, and its success shows how late it was', async ({
  page,
  facts,
}) => {
  // The shortest schedule there is: the fire comes within a minute.
  test.setTimeout(100_000);
  const name = await fillJobForm({ page, url: `${facts.echoUrl}/e2e/first` });
  await page.getByLabel('Interval').selectOption({ label: 'Every minute' });
  await expect(page.getByText('Every minute, UTC')).toBeVisible();
  await page.getByRole('button', { name: 'Create Job' }).click();

  await expect(page.getByText('Job created successfully', { exact: true })).toBeVisible();
  await page.getByRole('link', { name, exact: true }).click();
  const history = page.getByRole('region', { name: 'Executions History' });
  const row = history.getByRole('row', { name: /Success/ }).first();
  await expect(row).toBeVisible({ timeout: 80_000 });
  await expect(row).toContainText(/\+\d+ms/);
  await expect(row).toContainText('200');
});

test('the preview follows the schedule that is typed, and names what a clock change does', async ({
  page,
}) => {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await page.getByRole('radio', { name: 'Cron Expression' }).check();
  await page.getByRole('textbox', { name: 'Cron Expression' }).fill('30 2 * * *');
  await page.getByLabel('Timezone').selectOption('America/New_York');

  await expect(page.getByText('Every day at 02:30, America/New_York')).toBeVisible();
  await expect(page.getByText(/02:30 does not exist in New York: this job runs at 03:00\./)).toBeVisible();
  const fires = page.getByRole('region', { name: 'Next Fires' });
  await expect(fires.getByRole('listitem')).toHaveCount(5);
});

test('a mode that is left and chosen again has kept its text', async ({ page }) => {
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

const headers = JSON.stringify(Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`x-${n}`, 'v'])));

const refused = [
  {
    what: 'a target inside a cloud machine',
    label: 'Webhook URL',
    text: 'http://169.254.169.254/latest',
    says: 'Target not allowed.',
  },
  { what: 'text that is no URL', label: 'Webhook URL', text: 'acme', says: 'Enter a whole URL' },
  { what: '400 headers', label: 'Headers (JSON)', text: headers, says: 'There are 400 headers.' },
  {
    what: 'a payload of 300 KiB',
    label: 'Payload (JSON)',
    text: 'x'.repeat(300 * 1024),
    says: 'At most 262,144 (256 KiB) can be sent.',
  },
  { what: 'a timeout of 301 s', label: 'Timeout (seconds)', text: '301', says: '300 or less' },
];

test.describe('bad input', () => {
  // A refused form answers 400, which the browser notes.
  test.use({ allowedFaults: [/status of 400/] });

  for (const { what, label, text, says } of refused) {
    test(`${what} is refused at its field, with the focus there and nothing lost`, async ({
      page,
      facts,
    }) => {
      const name = await fillJobForm({ page, url: `${facts.echoUrl}/e2e`, fields: { [label]: text } });
      await page.getByRole('button', { name: 'Create Job' }).click();

      const field = page.getByLabel(label);
      await expect(page.getByText(says)).toBeVisible();
      await expect(field).toBeFocused();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveValue(text);
      await expect(page.getByLabel('Job Name')).toHaveValue(name);
    });
  }

  test('a schedule that never fires is refused with the reason, and nothing is stored', async ({
    page,
    facts,
  }) => {
    const name = await fillJobForm({ page, url: `${facts.echoUrl}/e2e` });
    await page.getByRole('radio', { name: 'Cron Expression' }).check();
    await page.getByRole('textbox', { name: 'Cron Expression' }).fill('0 0 31 2 *');
    await page.getByRole('button', { name: 'Create Job' }).click();

    const error = page.locator('#job-cronExpression-error');
    await expect(error).toContainText('Never runs: February has no day 31.');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto('/dashboard');
    await expect(page.getByRole('link', { name })).toHaveCount(0);
  });
});

test('an unknown zone or status that no list offers is refused too', async ({ page, facts }) => {
  await page.goto('/dashboard/jobs/create');
  const answer = await page.request.post('/dashboard/jobs/create', {
    headers: { origin: facts.url },
    form: {
      name: 'x',
      webhookURL: `${facts.echoUrl}/`,
      mode: 'every',
      timeInterval: '12',
      timezone: 'Mars/Olympus',
    },
  });
  expect(answer.status()).toBe(400);
  expect(await answer.text()).toContain('Mars/Olympus is no time zone');
});

test('a body of 10 MB is answered with 413 and a page that says so', async ({ page, facts }) => {
  const answer = await page.request.post('/dashboard/jobs/create', {
    headers: { origin: facts.url },
    form: { name: 'x', payload: 'x'.repeat(10_000_000) },
  });
  expect(answer.status()).toBe(413);
});

test('an edit is saved, told and shown; a masked header keeps its value', async ({ page, facts }) => {
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

test('unsaved text is not left behind without a question', async ({ page }) => {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await page.getByLabel('Job Name').fill('Half a job');
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Job Name')).toHaveValue('Half a job');
});
