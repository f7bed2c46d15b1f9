import { expect, test } from './fixtures.ts';
import { createJob, openMoreActions } from './job-steps.ts';

test.use({ who: 'new' });

test('a job is paused and resumed, and Run Now says why it cannot be pressed', async ({ page, facts }) => {
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

test('Run Now calls the target once; its execution shows timeline, verdict and answer', async ({
  page,
  facts,
}) => {
  await createJob({ page, url: `${facts.echoUrl}/e2e/now` });
  await page.getByRole('button', { name: 'Run Now' }).click();
  await expect(
    page.getByText('Job triggered successfully. Check executions for results.', { exact: true }),
  ).toBeVisible();

  const history = page.getByRole('region', { name: 'Executions History' });
  await expect(history.getByRole('row', { name: /Success/ })).toBeVisible();
  await expect(history).toContainText('Showing 1 of 1 executions');
  await history.getByRole('link', { name: /View/ }).click();

  await expect(page.getByRole('heading', { name: /^Execution [\d,]+$/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('Success: the answer was 200');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Attempt 1 succeeded, 200');
  await expect(page.getByRole('region', { name: 'Response body' })).toBeVisible();
  await page.getByRole('tab', { name: /Headers/ }).click();
  await expect(page.getByRole('region', { name: 'Response headers' })).toContainText('content-type');
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
    'the answer was 404; this job asks for 2xx.',
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
  await dialog.getByRole('button', { name: 'Delete' }).click();

  await expect(page.getByText('Job deleted successfully.', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('link', { name })).toHaveCount(0);
  const answer = await page.request.get(address);
  expect(answer.status()).toBe(404);
});

test.describe('a job that is not there', () => {
  // The page itself answers 404, which the browser notes.
  test.use({ allowedFaults: [/status of 404/] });

  test("another's job and a missing one read the same", async ({ page, browser, facts, signedInAs }) => {
    test.setTimeout(60_000);
    const context = await browser.newContext({ baseURL: facts.url, storageState: await signedInAs('new') });
    const stranger = await context.newPage();
    await createJob({ page: stranger, url: `${facts.echoUrl}/e2e` });
    const foreign = new URL(stranger.url()).pathname;
    await context.close();

    const words = async (path: string) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
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
