import { aName, createJob, fillJobForm, openTabOf, untilHydrated } from '#tests/e2e/job-steps.ts';
import {
  closeToasts,
  expect,
  expectNoErrorPage,
  expectToast,
  isForm,
  loseEach,
  test,
} from '#tests/e2e/lost-fixtures.ts';

// Forms whose response is lost keep every field, even after a reload, and save once.

test.use({ who: 'new' });

test('Create keeps every field over lost responses and a reload, and creates one job', async ({
  page,
  cutter,
  facts,
}) => {
  test.setTimeout(90_000);
  page.on('dialog', (dialog) => void dialog.accept());
  const name = await fillJobForm({ page, url: `${facts.echoUrl}/e2e`, name: aName('Lost') });
  await untilHydrated(page);
  await page.getByRole('radio', { name: 'Cron Expression' }).check();
  await page.getByRole('textbox', { name: 'Cron Expression' }).fill('15 6 * * 1-5');
  const create = page.getByRole('button', { name: 'Create Job' }).last();
  const isKept = async () => {
    await openTabOf({ page, label: 'Job Name' });
    await expect(page.getByLabel('Job Name')).toHaveValue(name);
    await expect(page.getByLabel('Webhook URL')).toHaveValue(`${facts.echoUrl}/e2e`);
    await expect(page.getByRole('textbox', { name: 'Cron Expression' })).toHaveValue('15 6 * * 1-5');
  };
  await loseEach({
    page,
    cutter,
    acts: { create: { act: () => create.click(), toast: 'Failed to create job', kept: isKept } },
  });
  await page.reload();
  await expect(
    page.getByText('What you typed is back. The server has not confirmed that it is saved.'),
  ).toBeVisible();
  await isKept();
  // Once more: the text outlives each reload until it is saved.
  await page.reload();
  await untilHydrated(page);
  await isKept();
  await create.click();
  await expectToast({ page, text: 'Job created successfully' });
  await page.goto(`/dashboard?search=${encodeURIComponent(name)}`);
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(1);
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await expect(page.getByLabel('Job Name')).toHaveValue('');
});

test('a created job shows its list once that can be loaded', async ({ page, cutter, facts }) => {
  const name = await fillJobForm({ page, url: `${facts.echoUrl}/e2e` });
  await untilHydrated(page);
  cutter.fail({ failure: 'bad-gateway', isMeant: ({ path }) => path === '/dashboard.data', times: 3 });
  await page.getByRole('button', { name: 'Create Job' }).last().click();
  await expect(page).toHaveURL(/\/dashboard$/, { timeout: 20_000 });
  await expectToast({ page, text: 'Job created successfully' });
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(1);
  expect(cutter.failed).toHaveLength(3);
});

test('a payload over 1 MiB is an error at its field, even if a gateway refuses it', async ({
  page,
  cutter,
  facts,
}) => {
  await fillJobForm({ page, url: `${facts.echoUrl}/e2e` });
  await untilHydrated(page);
  await openTabOf({ page, label: 'HTTP Method' });
  await page.getByLabel('HTTP Method').selectOption('POST');
  const payload = page.getByLabel('Payload (JSON)');
  await payload.fill('x'.repeat(1_100_000));
  const create = page.getByRole('button', { name: 'Create Job' }).last();
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/create.data')) sent += 1;
  });
  await create.click();
  await expect(
    page.getByText(/This field has 1,100,000 bytes\. A form can carry 1 MiB in all/),
  ).toBeVisible();
  await expect(payload).toBeFocused();
  await expect(payload).toHaveAttribute('aria-invalid', 'true');
  expect(sent).toBe(0);

  await payload.fill('x'.repeat(200_000));
  await page.route(/create\.data/, (route) =>
    route.fulfill({ status: 413, contentType: 'text/html', body: '<h1>413 Too Large</h1>' }),
  );
  // The error may be shown a moment before the button is free again.
  await expect(create).not.toHaveAttribute('aria-busy');
  await create.click();
  await expect(page.getByText(/This field has 200,000 bytes/)).toBeVisible();
  await expectNoErrorPage(page);
  expect(cutter.failed).toEqual([]);
});

test('Save Changes refused by a gateway asks whether it was saved, and keeps the text after a reload', async ({
  page,
  cutter,
  facts,
}) => {
  test.setTimeout(90_000);
  page.on('dialog', (dialog) => void dialog.accept());
  const name = await createJob({ page, url: `${facts.echoUrl}/e2e` });
  await page.getByRole('link', { name: 'Edit Job' }).click();
  await expect(page.getByRole('heading', { name: 'Edit Job', level: 1 })).toBeVisible();
  await untilHydrated(page);
  await page.getByLabel('Job Name').fill(`${name} two`);
  const isSave = ({ method, path }: { method: string; path: string }) =>
    method === 'POST' && /\/(edit\.data|saved)$/.test(path);
  cutter.fail({ failure: 'cut-before', isMeant: isSave });
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(page.getByText('Not confirmed yet.')).toBeVisible();
  await page.reload();
  await untilHydrated(page);
  await expect(page.getByLabel('Job Name')).toHaveValue(`${name} two`);
  cutter.heal();
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(page.getByRole('heading', { name: `${name} two`, level: 1 })).toBeVisible();
});

test('Import keeps text and preview, and imports once', async ({ page, cutter, facts }) => {
  test.setTimeout(90_000);
  const name = aName('Imported');
  const text = JSON.stringify({
    jobs: [{ name, cron_expression: '0 6 * * *', webhook_url: `${facts.echoUrl}/e2e` }],
  });
  await page.goto('/dashboard/import');
  await untilHydrated(page);
  await page.getByLabel('Text').fill(text);
  const isKept = () => expect(page.getByLabel('Text')).toHaveValue(text);
  const preview = page.getByRole('button', { name: 'Preview', exact: true });
  await loseEach({
    page,
    cutter,
    acts: {
      preview: {
        act: () => preview.click(),
        toast: 'Failed to preview the import. Please try again.',
        kept: isKept,
      },
    },
  });
  await page.reload();
  await untilHydrated(page);
  await isKept();
  await preview.click();
  const importing = page.getByRole('button', { name: /^Import / });
  await expect(importing).toBeVisible();
  cutter.fail({ failure: 'cut-before', isMeant: isForm });
  await importing.click();
  await expectToast({ page, text: 'Failed to import jobs. Please try again.' });
  await expect(importing).toBeVisible();
  await isKept();
  // A lost link leaves the preview unchanged too.
  cutter.fail({ failure: 'bad-gateway', isMeant: ({ path }) => path === '/dashboard/settings.data' });
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expectToast({ page, text: 'Failed to load the page. Please try again.' });
  await expect(importing).toBeVisible();
  cutter.heal();
  await closeToasts(page);
  await importing.click();
  await expectToast({ page, text: 'Jobs Imported' });
});
