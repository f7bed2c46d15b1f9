import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createJob, runNow, valueOf } from '#tests/e2e/job-steps.ts';

test.use({ who: 'new' });
// Each test creates, calls and views a job.
test.describe.configure({ timeout: 60_000 });

const historyOf = (page: Page) => page.getByRole('region', { name: 'Executions History' });

test('View opens the execution over its job, with its own address; closing it returns the focus to View', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await createJob({ page, url: `${facts.echoUrl}/e2e/dialog` });
  await runNow(page);
  const job = page.url();
  const view = historyOf(page).getByRole('link', { name: /View/ });
  await view.focus();
  await page.keyboard.press('Enter');

  const dialog = page.getByRole('dialog', { name: 'Execution Details' });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/jobs\/\d+\/executions\/\d+$/);
  await expect(page).toHaveTitle(/^Execution [\d,]+ · Punctual$/);
  const shown = dialog.getByRole('region', { name: 'Facts' });
  await expect(valueOf(shown, 'Status')).toContainText('Success');
  await expect(valueOf(shown, 'Status Code')).toContainText('200');
  await expect(valueOf(shown, 'Start Time')).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}\s*\d\d:\d\d:\d\d/);
  await expect(valueOf(shown, 'End Time')).toContainText(/\d\d:\d\d:\d\d/);
  await expect(valueOf(shown, 'Duration')).toHaveText(/^\d+(ms|s)/);
  await expect(valueOf(shown, 'Error')).toHaveText('None');
  await expect(dialog.getByRole('region', { name: 'Response body' })).toContainText('"ok": true');
  await expectAccessible();

  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(job);
  await expect(view).toBeFocused();
});

test('a running execution has neither a status code nor an end: N/A and In progress', async ({
  page,
  facts,
}) => {
  await createJob({ page, url: `${facts.echoUrl}/hang`, fields: { 'Retry Count': '0' } });
  await page.getByRole('button', { name: 'Run Now' }).click();
  await expect(historyOf(page).getByRole('row', { name: /Running/ })).toBeVisible();
  await historyOf(page).getByRole('link', { name: /View/ }).click();
  const shown = page.getByRole('dialog').getByRole('region', { name: 'Facts' });
  await expect(valueOf(shown, 'Status')).toContainText('Running');
  await expect(valueOf(shown, 'Status Code')).toHaveText(/^N\/A/);
  await expect(valueOf(shown, 'End Time')).toHaveText('In progress');
});

test('an execution opened directly is a page with a way back; its panels and the request as sent are in the address', async ({
  page,
  facts,
  expectAccessible,
}) => {
  const name = await createJob({
    page,
    url: `${facts.echoUrl}/e2e/page`,
    fields: { 'Headers (JSON)': '{"authorization":"Bearer hidden-one","accept":"text/plain"}' },
  });
  await runNow(page);
  await historyOf(page).getByRole('link', { name: /View/ }).click();
  await page.getByRole('dialog').getByRole('tab', { name: 'Request as sent' }).click();
  await expect(page).toHaveURL(/panel=request/);
  const sent = page.getByRole('region', { name: 'Request headers' });
  await expect(sent).toContainText('authorization: ********');
  await expect(sent).toContainText('accept: text/plain');
  await expect(sent).toContainText('x-punctual-attempt: 1');

  await page.reload();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: /^Execution [\d,]+$/ })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Request as sent' })).toHaveAttribute('aria-selected', 'true');
  await expect(sent).toBeVisible();
  await expectAccessible();
  await page.getByRole('main').getByRole('link', { name: 'Reveal' }).click();
  await expect(sent).toContainText('authorization: Bearer hidden-one');
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('a waiting attempt can be made now or stopped; then the request can be sent again', async ({
  page,
  facts,
}) => {
  await createJob({ page, url: `${facts.echoUrl}/status/503`, fields: { 'Retry Count': '9' } });
  await page.getByRole('button', { name: 'Run Now' }).click();
  await expect(historyOf(page).getByRole('row', { name: /Retrying/ })).toBeVisible();
  await historyOf(page).getByRole('link', { name: /View/ }).click();
  const dialog = page.getByRole('dialog');
  const next = dialog.getByRole('region', { name: 'Verdict' });
  await expect(next).toContainText(/Attempt 2 of 10 starts in/);
  await expect(next).toContainText("Something failed on the target's side.");
  await expect(next).toContainText('Check its logs for this time.');
  await expect(next).toContainText('503 Service Unavailable');

  await next.getByRole('button', { name: 'Retry Now' }).click();
  await expect(page.getByText('The next attempt starts now.', { exact: true })).toBeVisible();
  await expect(next).toContainText(/Attempt [3-9] of 10 starts in/);
  const attempts = dialog.getByRole('navigation', { name: 'Choose an attempt' });
  await expect(attempts.getByRole('link', { name: 'Attempt 2, 503' })).toBeVisible();
  await attempts.getByRole('link', { name: 'Attempt 1, 503' }).click();
  await expect(page).toHaveURL(/attempt=1/);
  await expect(attempts.getByRole('link', { name: 'Attempt 1, 503' })).toHaveAttribute(
    'aria-current',
    'true',
  );

  await next.getByRole('button', { name: 'Stop Retrying' }).click();
  await expect(page.getByText('No more attempts will be made.', { exact: true })).toBeVisible();
  await expect(next).toContainText('Failed: further attempts were stopped by the owner.');
  await expect(next.getByRole('button', { name: 'Retry Now' })).toHaveCount(0);

  await dialog.getByLabel('Replay', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Replay version 1' }).click();
  await expect(page.getByText(/^Replay queued as execution [\d,]+\.$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await historyOf(page).getByRole('button', { name: '1 new execution' }).click();
  await expect(historyOf(page).getByRole('link', { name: /View/ })).toHaveCount(2);
  await historyOf(page).getByRole('link', { name: /View/ }).first().click();
  await expect(dialog).toContainText(/Replay of run #[\d,]+, version 1\./);
});

test("the target of a redirect can become the job's URL", async ({ page, facts }) => {
  await createJob({ page, url: `${facts.echoUrl}/redirect`, fields: { 'Retry Count': '0' } });
  await runNow(page, /Failed/);
  await historyOf(page).getByRole('link', { name: /View/ }).click();
  const verdict = page.getByRole('dialog').getByRole('region', { name: 'Verdict' });
  await expect(verdict).toContainText('this job did not follow the redirect');
  await expect(verdict).toContainText(`${facts.echoUrl}/`);
  await verdict.getByRole('button', { name: 'Use This URL' }).click();
  await expect(page.getByText('Job updated successfully!', { exact: true })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('region', { name: 'Webhook Details' })).not.toContainText('/redirect');
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText(/URL .*\/redirect to /);
});

test('a long response says that only its beginning is kept', async ({ page, facts }) => {
  await createJob({ page, url: `${facts.echoUrl}/bytes/100000` });
  await runNow(page);
  await historyOf(page).getByRole('link', { name: /View/ }).click();
  const attempts = page.getByRole('dialog').getByRole('region', { name: 'Attempts' });
  await expect(attempts).toContainText('Only the first 64 KiB of the response are kept.');
  await expect(attempts).toContainText('100,000 bytes, truncated');
});

test.describe('copied texts', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('a shell command and an issue contain no secret', async ({ page, facts }) => {
    const name = await createJob({
      page,
      url: `${facts.echoUrl}/e2e/copy?key=in-the-query`,
      fields: { 'Headers (JSON)': '{"authorization":"Bearer hidden-two"}' },
    });
    await runNow(page);
    await historyOf(page).getByRole('link', { name: /View/ }).click();
    const dialog = page.getByRole('dialog');
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await dialog.getByRole('button', { name: 'Copy as cURL' }).click();
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await copied()).toMatch(/^curl '.*\/e2e\/copy\?key=in-the-query' \\\n/);
    expect(await copied()).toContain("-H 'authorization: ********'");
    await dialog.getByLabel('More', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Copy for an Issue' }).click();
    await expect.poll(copied).toContain(`### ${name}: execution`);
    expect(await copied()).toContain('Verdict: Success: the response was 200');
    expect(await copied()).not.toMatch(/hidden-two(?!")/);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } });

  test('an execution is a page with all its panels open, and Replay works', async ({ page, facts }) => {
    await createJob({ page, url: `${facts.echoUrl}/e2e/plain` });
    await page.getByRole('button', { name: 'Run Now' }).click();
    await expect(async () => {
      await page.reload();
      await expect(historyOf(page).getByRole('row', { name: /Success/ })).toBeVisible({ timeout: 200 });
    }).toPass();
    await historyOf(page).getByRole('link', { name: /View/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Execution/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Response body' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Request headers' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.getByLabel('Replay', { exact: true }).click();
    await page.getByRole('button', { name: 'Replay version 1' }).click();
    await expect(page.getByText(/^Replay queued as execution/)).toBeVisible();
  });
});

test.describe('a missing execution', () => {
  test.use({ allowedErrors: [/status of 404/] });

  test('says so and links to the job', async ({ page, facts }) => {
    await createJob({ page, url: `${facts.echoUrl}/e2e` });
    const job = new URL(page.url()).pathname;
    const response = await page.goto(`${job}/executions/999999999999`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Execution Not Found');
    await expect(page.getByRole('link', { name: 'Go to the Job' })).toHaveAttribute('href', job);
  });
});
