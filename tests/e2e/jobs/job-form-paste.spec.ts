import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openTabOf, untilHydrated } from '#tests/e2e/job-steps.ts';

// A refused form returns 400; the browser logs it.
test.use({ who: 'new', allowedErrors: [/status of 400/] });

const curl = `curl -k -X PUT https://api.example.com/run -H 'x-one: 1' -d '{"a":1}' -m 20`;

/** Pastes as the keyboard does: with a clipboard the page may read. */
async function paste({ page, label, text }: { page: Page; label: string; text: string }): Promise<void> {
  const field = page.getByRole('textbox', { name: label });
  await field.focus();
  await field.evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', given);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test('a command pasted into the URL is offered and fills in the form', async ({ page }) => {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await page.getByLabel('Job Name').fill('Kept');
  await paste({ page, label: 'Webhook URL', text: curl });
  const dialog = page.getByRole('dialog', { name: 'Fill in from this command?' });
  await expect(dialog).toContainText('Imported: URL, method PUT, 2 headers, payload, timeout 20 s.');
  await expect(dialog).toContainText('-k Certificates are always checked.');
  await dialog.getByRole('button', { name: 'Fill In' }).click();

  await expect(page.getByLabel('Webhook URL')).toHaveValue('https://api.example.com/run');
  await expect(page.getByLabel('Job Name')).toHaveValue('Kept');
  await expect(page.getByText('-k Certificates are always checked.')).toBeVisible();
  await openTabOf({ page, label: 'HTTP Method' });
  await expect(page.getByLabel('HTTP Method')).toHaveValue('PUT');
  await expect(page.getByLabel('Header 1 name')).toHaveValue('x-one');
  await expect(page.getByLabel('Payload (JSON)')).toHaveValue('{"a":1}');
  await expect(page.getByLabel('Timeout (seconds)')).toHaveValue('20');
});

test('a crontab line pasted into the expression fills in its schedule and its call', async ({ page }) => {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await page.getByRole('radio', { name: 'Cron Expression' }).check();
  await paste({
    page,
    label: 'Cron Expression',
    text: '15 6 * * 1-5 root curl https://api.example.com/report',
  });
  await page.getByRole('button', { name: 'Fill In', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Cron Expression' })).toHaveValue('15 6 * * 1-5');
  await expect(page.getByText('Every weekday at 06:15, America/New_York')).toBeVisible();
  await expect(page.getByLabel('Webhook URL')).toHaveValue('https://api.example.com/report');
});

test('an address alone is pasted as it is, and a command can be too', async ({ page }) => {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await paste({ page, label: 'Webhook URL', text: 'fetch("https://api.example.com/a")' });
  await page.getByRole('button', { name: 'Paste as Text' }).click();
  await expect(page.getByLabel('Webhook URL')).toHaveValue('fetch("https://api.example.com/a")');
});

const crontab =
  '# Nightly\n0 0 * * * curl https://x.test\n@reboot curl https://z.test\n0 1 * * * curl https://y.test';

test('a PowerShell command is not put into the field, and the message says what to copy instead', async ({
  page,
}) => {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await paste({ page, label: 'Webhook URL', text: 'Invoke-RestMethod -Uri "https://api.example.com/run"' });
  await expect(page.getByText('This is PowerShell.').first()).toBeVisible();
  await expect(page.getByLabel('Webhook URL')).toHaveValue('');
});

/** The preview of Import with the lines in it. */
async function expectPreview(page: Page): Promise<void> {
  await expect(page).toHaveTitle('Import Jobs · Punctual');
  await expect(page.getByText('2 new, 1 skipped.')).toBeVisible();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(crontab);
  await expect(page.getByLabel('Format')).toHaveValue('crontab');
}

test('several crontab lines lead to the preview of Import, and unreadable text says why', async ({
  page,
}) => {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await page.getByText('Paste cURL, fetch or a crontab line').click();
  await page.getByLabel('Command').fill('wget');
  await page.getByRole('button', { name: 'Fill In the Form' }).click();
  await expect(page.getByText('Paste a cURL command, a fetch() call or crontab lines.')).toBeVisible();
  await page.getByLabel('Command').fill(crontab);
  await page.getByRole('button', { name: 'Fill In the Form' }).click();
  await expect(
    page.getByText('These are 2 jobs. Import makes several at once, after a preview.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Preview Import' }).click();
  await expectPreview(page);
  await page.getByRole('button', { name: 'Import 2 Jobs' }).click();
  await expect(page.getByText('Jobs Imported', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Nightly', exact: true })).toBeVisible();
});

test('several crontab lines pasted into the URL are offered to Import', async ({ page }) => {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await paste({ page, label: 'Webhook URL', text: crontab });
  const dialog = page.getByRole('dialog', { name: 'Import these lines?' });
  await dialog.getByRole('button', { name: 'Preview Import' }).click();
  await expectPreview(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a command fills in the form too', async ({ page }) => {
    await page.goto('/dashboard/jobs/create');
    await page.getByLabel('Job Name').fill('Kept');
    await page.getByText('Paste cURL, fetch or a crontab line').click();
    await page.getByLabel('Command').fill(curl);
    await page.getByRole('button', { name: 'Fill In the Form' }).click();
    await expect(page.getByText('Certificates are always checked.')).toBeVisible();
    await expect(page.getByLabel('Webhook URL')).toHaveValue('https://api.example.com/run');
    await expect(page.getByLabel('Job Name')).toHaveValue('Kept');
    await expect(page.getByLabel('HTTP Method')).toHaveValue('PUT');
  });

  test('several crontab lines lead to the preview of Import too', async ({ page }) => {
    await page.goto('/dashboard/jobs/create');
    await page.getByText('Paste cURL, fetch or a crontab line').click();
    await page.getByLabel('Command').fill(crontab);
    await page.getByRole('button', { name: 'Fill In the Form' }).click();
    await page.getByRole('button', { name: 'Preview Import' }).click();
    await expectPreview(page);
  });
});
