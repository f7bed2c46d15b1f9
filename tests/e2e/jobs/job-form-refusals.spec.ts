import { expect, test } from '#tests/e2e/fixtures.ts';
import { fillJobForm, openTabOf, untilHydrated } from '#tests/e2e/job-steps.ts';

test.use({ who: 'new' });

const headers = JSON.stringify(Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`x-${n}`, 'v'])));

const refused = [
  {
    what: 'a target inside a cloud machine',
    label: 'Webhook URL',
    text: 'http://169.254.169.254/latest',
    says: 'Target not allowed.',
  },
  { what: 'text that is no URL', label: 'Webhook URL', text: 'acme', says: 'Enter a full URL' },
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
  // A refused form returns 400; the browser logs it.
  test.use({ allowedErrors: [/status of 400/] });

  for (const { what, label, text, says } of refused) {
    test(`${what} is refused at its field, with the focus there and nothing lost`, async ({
      page,
      facts,
    }) => {
      const name = await fillJobForm({ page, url: `${facts.echoUrl}/e2e`, fields: { [label]: text } });
      await openTabOf({ page, label: 'Job Status' });
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
    await untilHydrated(page);
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
  const response = await page.request.post('/dashboard/jobs/create', {
    headers: { origin: facts.url },
    form: {
      name: 'x',
      webhookURL: `${facts.echoUrl}/`,
      mode: 'every',
      timeInterval: '12',
      timezone: 'Mars/Olympus',
    },
  });
  expect(response.status()).toBe(400);
  expect(await response.text()).toContain('Mars/Olympus is not a time zone');
});

test('a body of 10 MB gets a 413 and a page that says so', async ({ page, facts }) => {
  const response = await page.request.post('/dashboard/jobs/create', {
    headers: { origin: facts.url },
    form: { name: 'x', payload: 'x'.repeat(10_000_000) },
  });
  expect(response.status()).toBe(413);
});
