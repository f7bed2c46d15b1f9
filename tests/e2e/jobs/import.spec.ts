import { expect, test } from '#tests/e2e/fixtures.ts';
import { aName, untilHydrated } from '#tests/e2e/job-steps.ts';
import { chooseZone } from '#tests/e2e/zone-steps.ts';

test.use({ who: 'new', allowedErrors: [/status of 400/] });

const yaml = (jobs: { name: string; id: string; url: string; timeout?: number | string }[]) =>
  jobs
    .map(
      ({ name, id, url, timeout = 30 }) =>
        `- name: ${name}\n  external_id: ${id}\n  cron_expression: "0 * * * *"\n  status: inactive\n  webhook_url: ${url}\n  timeout: ${timeout}\n`,
    )
    .join('');

test('a file is previewed, imported, exported, and changed by its external ids', async ({
  page,
  facts,
  expectAccessible,
}) => {
  test.setTimeout(60_000);
  const [one, two] = [aName('One'), aName('Two')];
  const url = facts.echoUrl;
  await page.goto('/dashboard/import');
  await expect(page).toHaveTitle('Import Jobs · Punctual');
  await untilHydrated(page);
  const file = { name: 'jobs.yaml', mimeType: 'application/yaml' };
  const first = yaml([
    { name: one, id: 'one', url },
    { name: two, id: 'two', url },
  ]);
  await page.getByLabel('Or a File').setInputFiles({ ...file, buffer: Buffer.from(first) });
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(first);
  await page.getByRole('button', { name: 'Preview' }).click();
  const table = page.getByRole('table', { name: 'What the import would do' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeFocused();
  await expect(page.getByText('2 new.')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Import 2 Jobs' }).click();
  await expect(page.getByText('Jobs Imported', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: one, exact: true })).toBeVisible();

  // An export imports without changes.
  await page.goto('/dashboard/import');
  await untilHydrated(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'JSON' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^punctual-jobs-\d{4}-\d\d-\d\d\.json$/);
  await page.getByLabel('Or a File').setInputFiles(await download.path());
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('There is nothing to import.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0);

  const second = yaml([
    { name: one, id: 'one', url, timeout: 5 },
    { name: two, id: 'two', url },
  ]);
  await page.getByLabel('Text', { exact: true }).fill(second);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(table.getByText('Changes timeout.')).toBeVisible();
  await expect(page.getByText('1 changed, 1 unchanged.')).toBeVisible();

  // The import writes exactly the preview.
  await page.getByLabel('Text', { exact: true }).fill(second.replace('timeout: 5', 'timeout: 6'));
  await page.getByRole('button', { name: 'Import 1 Job' }).click();
  await expect(page.getByText(/have changed since the preview/)).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 Job' }).click();
  await expect(page.getByText('1 changed, 1 already there.', { exact: true })).toBeVisible();
});

test('a refusal names field, line and remedy, and nothing can be imported', async ({ page, facts }) => {
  await page.goto('/dashboard/import');
  await untilHydrated(page);
  const text = page.getByLabel('Text', { exact: true });
  await text.fill(yaml([{ name: aName('Bad'), id: 'bad', url: facts.echoUrl, timeout: 400 }]));
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('timeout, line 6: The timeout in seconds must be 300 or less.')).toBeVisible();
  await expect(
    page.getByText('1 job is refused, so nothing can be imported.', { exact: false }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0);

  await text.fill('[\n  {"name": }\n]');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(
    page.getByText('Line 2: This is not JSON. A value is expected here. (column 12)'),
  ).toBeVisible();
  await expect(text).toBeFocused();
});

test('the good jobs are imported without the refused ones, which are named', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await page.goto('/dashboard/import');
  await untilHydrated(page);
  const [good, other, bad] = [aName('Good'), aName('Other'), aName('Bad')];
  const url = facts.echoUrl;
  const text = yaml([
    { name: good, id: 'good', url },
    { name: bad, id: 'bad', url, timeout: 400 },
    { name: other, id: 'other', url },
  ]);
  await page.getByLabel('Text', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(
    page.getByText(
      '1 job is refused. Fix the text below and preview it again, or import the others without it.',
    ),
  ).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Import the 2 Good Jobs' }).click();
  await expect(page.getByText(`2 new. Left out: ${bad}.`, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: good, exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: bad, exact: true })).toHaveCount(0);
});

test('a file in UTF-16 is read, one in Latin-1 is refused beside its field', async ({ page, facts }) => {
  await page.goto('/dashboard/import');
  await untilHydrated(page);
  const text = yaml([{ name: 'Zoë', id: 'zoe', url: facts.echoUrl }]);
  const file = page.getByLabel('Or a File');
  const given = { name: 'jobs.yaml', mimeType: 'application/yaml' };
  await file.setInputFiles({ ...given, buffer: Buffer.from(text, 'latin1') });
  await expect(page.getByText('This file is not UTF-8 or UTF-16 text.', { exact: false })).toBeVisible();
  await file.setInputFiles({ ...given, buffer: Buffer.from(`\ufeff${text}`, 'utf16le') });
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(text);
  await expect(page.getByText('This file is not UTF-8', { exact: false })).toHaveCount(0);
});

const crontab = (url: string) => `# Nightly
30 2 * * * curl ${url}/nightly
8 6 * * * /home/user/backup.sh && curl ${url}/ping
0 9 1-7 * */7 curl ${url}/first
`;

test("lines that depend on the user's machine are left out unless ticked, and different days are offered", async ({
  page,
  facts,
  expectAccessible,
}) => {
  await page.goto('/dashboard/import');
  await untilHydrated(page);
  const text = page.getByLabel('Text', { exact: true });
  await text.fill(crontab(facts.echoUrl));
  await chooseZone({ page, zone: 'Europe/Paris', label: 'Crontab Timezone' });
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('2 new, 1 optional.')).toBeVisible();
  await expect(page.getByText(/so the call no longer depends on it\./)).toBeVisible();
  await expect(page.getByText(/02:30 does not exist in Paris/)).toBeVisible();
  await expect(page.getByLabel('Use 0 9 * * SUN#1')).toBeChecked();
  await expect(page.getByRole('button', { name: 'Import 2 Jobs' })).toBeVisible();
  await expectAccessible();
  await page.getByLabel('Import anyway').check();
  await page.getByRole('button', { name: 'Import 3 Jobs' }).click();
  await expect(page.getByText('3 new.', { exact: true })).toBeVisible();

  await page.goto('/dashboard/import');
  await untilHydrated(page);
  await text.fill(crontab(facts.echoUrl));
  await chooseZone({ page, zone: 'Europe/Paris', label: 'Crontab Timezone' });
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('3 unchanged.')).toBeVisible();
});

test.describe('without JavaScript, at 360 px', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 }, colorScheme: 'dark' });

  test('a crontab is pasted, previewed and imported; lines without a call are skipped with a reason', async ({
    page,
    facts,
  }) => {
    await page.goto('/dashboard/import');
    await page
      .getByLabel('Text', { exact: true })
      .fill(`# my crontab\n30 2 * * * curl ${facts.echoUrl}\n0 * * * * /usr/bin/backup.sh\n`);
    await page.getByLabel('Crontab Timezone').selectOption('Europe/Paris');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByText('1 new, 1 skipped.')).toBeVisible();
    await expect(page.getByText('Every day at 02:30, Europe/Paris')).toBeVisible();
    await expect(page.getByText(/runs on your machine; a job calls a URL/)).toBeVisible();
    await page.getByRole('button', { name: 'Import 1 Job' }).click();
    await expect(page.getByText('Jobs Imported', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'my crontab', exact: true })).toBeVisible();
  });

  test('the checkboxes and the import of good jobs work without JavaScript', async ({ page, facts }) => {
    await page.goto('/dashboard/import');
    const url = facts.echoUrl;
    const lines = `${crontab(url)}15 3 * * * curl ftp://example.com/a\n`;
    await page.getByLabel('Text', { exact: true }).fill(lines);
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByText('2 new, 1 optional, 1 refused.')).toBeVisible();
    await page.getByLabel('Import anyway').check();
    await page.getByLabel('Use 0 9 * * SUN#1').uncheck();
    await page.getByRole('button', { name: 'Import the 2 Good Jobs' }).click();
    await expect(page.getByText(/^3 new\. Left out: .*\.$/)).toBeVisible();
  });
});
