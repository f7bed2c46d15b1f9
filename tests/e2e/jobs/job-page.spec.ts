import { accountOn } from '#tests/e2e/account-rows.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { aName, createJob, openMoreActions, runNow } from '#tests/e2e/job-steps.ts';

test.use({ who: 'new' });

test('a job is paused and resumed, and Run Now says why it is disabled', async ({ page, facts }) => {
  await createJob({ page, url: `${facts.echoUrl}/e2e` });
  await page.getByRole('button', { name: 'Pause' }).click();

  await expect(page.getByText('Job paused successfully.', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText('Paused').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run Now' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('button', { name: 'Run Now' })).toHaveAccessibleDescription(
    'Resume the job to run it.',
  );
  await expect(page.getByText('Not scheduled').first()).toBeVisible();

  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('Job activated successfully.', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run Now' })).not.toHaveAttribute('aria-disabled');
});

test('Run Now calls the target once; its execution shows timeline, verdict and response', async ({
  page,
  facts,
}) => {
  await createJob({ page, url: `${facts.echoUrl}/e2e/now` });
  await page.getByRole('button', { name: 'Run Now' }).click();
  await expect(
    page.getByText('Job triggered successfully. Check executions for results.', { exact: true }),
  ).toBeVisible();

  const history = page.getByRole('region', { name: 'Executions History' });
  const row = history.getByRole('row', { name: /Success/ });
  await expect(row).toContainText(/\d(ms|s)\s*200\s*View/);
  await expect(history).toContainText('Showing 1 of 1 executions');
  await expect(history.getByRole('link', { name: 'Load More' })).toHaveCount(0);
  await history.getByRole('link', { name: /View/ }).click();

  await expect(page.getByRole('dialog', { name: 'Execution Details' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('Success: the response was 200');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Attempt 1 succeeded, 200');
  await expect(page.getByRole('region', { name: 'Response body' })).toBeVisible();
  await page.getByRole('tab', { name: /Headers/ }).click();
  await expect(page.getByRole('region', { name: 'Response headers' })).toContainText('content-type');
});

test('a new job shows its facts, and Never where there are none', async ({ page, facts }) => {
  const url = `${facts.echoUrl}/e2e/facts`;
  await createJob({
    page,
    url,
    fields: { 'Headers (JSON)': '{"accept":"text/plain"}', 'Payload (JSON)': '{"a":{"b":[1,2]}}' },
  });
  const shown = page.getByRole('region', { name: 'Facts and last 30 days' });
  const valueOf = (label: string) =>
    shown.locator('dt', { hasText: label }).locator('xpath=..').locator('dd');
  await expect(valueOf('Schedule')).toContainText('Every hour');
  await expect(valueOf('Last Run')).toHaveText('Never');
  await expect(valueOf('Next Run')).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}\s*\d\d:00/);
  await expect(valueOf('Type')).toContainText('Webhook');
  await expect(valueOf('Created')).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}\s*\d\d:\d\d/);

  const details = page.getByRole('region', { name: 'Webhook Details' });
  const link = details.getByRole('link', { name: new RegExp(url) });
  await expect(link).toHaveAttribute('href', url);
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expect(details).toContainText('GET');
  await expect(details.getByRole('region', { name: 'Headers' })).toHaveText('{\n  "accept": "text/plain"\n}');
  await expect(details.getByRole('region', { name: 'Payload' })).toContainText('"b": [\n      1,');
  await expect(page.getByText('No executions found for this job.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test.describe('the premium account', () => {
  test.use({ who: 'premium' });

  test('the history shows ten rows at a time, with its columns and their total', async ({ page }) => {
    await page.goto('/dashboard?search=Nightly+invoice+run');
    await page.getByRole('link', { name: 'Nightly invoice run', exact: true }).click();
    const shown = page.getByRole('region', { name: 'Facts and last 30 days' });
    await expect(shown).toContainText(/Last Run[A-Z][a-z]{2} \d{1,2}, \d{4}\s*\d\d:\d\d:\d\d/);

    const history = page.getByRole('region', { name: 'Executions History' });
    await expect(history.getByRole('columnheader')).toHaveText([
      '',
      'Status',
      'Trigger',
      'Start Time',
      'End Time',
      'Duration',
      'Code',
      'Details',
    ]);
    const filters = history.getByRole('navigation', { name: 'Filter executions' }).getByRole('link');
    await expect(filters).toHaveText(['All', 'Success', 'Failed', 'Running', 'Not run']);
    await expect(history.getByRole('row')).toHaveCount(11);
    await expect(history).toContainText(/Showing 10 of \d+ executions/);
    await expect(history.getByRole('row', { name: /Success/ }).first()).toContainText(
      /\d(ms|s)\s*200\s*View/,
    );
    await history.getByRole('link', { name: 'Load More' }).click();
    await expect(history).toContainText(/Showing 20 of \d+ executions/);
    await expect(history.getByRole('row')).toHaveCount(21);
    await expect(history.getByRole('link', { name: /View/ }).nth(10)).toBeFocused();
  });
});

test('a failing target reads failed, with the rule that decided', async ({ page, facts }) => {
  await createJob({ page, url: `${facts.echoUrl}/status/404`, fields: { 'Retry Count': '0' } });
  await page.getByRole('button', { name: 'Run Now' }).click();
  const history = page.getByRole('region', { name: 'Executions History' });
  await expect(history.getByRole('row', { name: /Failed/ })).toBeVisible();

  await history.getByRole('link', { name: 'Success', exact: true }).click();
  await expect(page.getByText('No executions found for this job.')).toBeVisible();
  await history.getByRole('link', { name: 'Failed', exact: true }).click();
  await history.getByRole('link', { name: /View/ }).click();
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(
    'the response was 404; this job expects 2xx.',
  );
});

test('a pattern is searched in the response, and the verdict says where it was found', async ({
  page,
  facts,
}) => {
  await page.goto('/dashboard');
  const { token } = await accountOn(page);
  const made = await page.request.post('/api/v1/jobs', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      name: aName('Pattern'),
      cron_expression: '0 0 1 1 *',
      webhook_url: `${facts.echoUrl}/e2e`,
      success_criterion: 'body_match',
      success_regex: String.raw`"ok":\s*true`,
    },
  });
  const { data } = (await made.json()) as { data: { id: number } };
  await page.goto(`/dashboard/jobs/${data.id}`);
  await runNow(page);
  await page.getByRole('region', { name: 'Executions History' }).getByRole('link', { name: /View/ }).click();
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(
    /the response was 200 and the pattern \/"ok":\\s\*true\/ was found in its \d+ bytes/,
  );
});

test('Delete asks first, with the focus on Cancel; then the job is gone', async ({ page, facts }) => {
  const name = await createJob({ page, url: `${facts.echoUrl}/e2e` });
  const address = page.url();
  await openMoreActions(page);
  await page.getByRole('button', { name: 'Delete Job' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(
    'This will permanently delete this job and all its execution history. This action cannot be undone.',
  );
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(page.locator('details', { has: page.getByLabel('More actions') })).not.toHaveAttribute('open');
  await dialog.getByRole('button', { name: 'Delete' }).click();

  await expect(page.getByText('Job deleted successfully.', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('link', { name })).toHaveCount(0);
  const response = await page.request.get(address);
  expect(response.status()).toBe(404);
});

test.describe('a missing job', () => {
  // The page itself returns 404; the browser logs it.
  test.use({ allowedErrors: [/status of 404/] });

  test("reads the same as another account's", async ({ page, browser, facts, signedInAs }) => {
    test.setTimeout(60_000);
    const context = await browser.newContext({ baseURL: facts.url, storageState: await signedInAs('new') });
    const stranger = await context.newPage();
    await createJob({ page: stranger, url: `${facts.echoUrl}/e2e` });
    const foreign = new URL(stranger.url()).pathname;
    await context.close();

    const words = async (path: string) => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Job Not Found');
      return page.getByRole('main').innerText();
    };
    expect(await words(foreign)).toBe(await words('/dashboard/jobs/2000000000'));
    await expect(
      page.getByText("The job you're looking for doesn't exist or you don't have access to it"),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
  });
});
