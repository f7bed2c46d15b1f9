import type { Page } from '@playwright/test';
import { addHistory } from '#tests/e2e/execution-rows.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createJob, plainToastOf, runNow, untilHydrated } from '#tests/e2e/job-steps.ts';

// A refused form returns 400; the browser logs it.
test.use({ who: 'new', allowedErrors: [/status of 400/] });
// Each test creates, calls and changes a job.
test.describe.configure({ timeout: 90_000 });

const historyOf = (page: Page) => page.getByRole('region', { name: 'Executions History' });
const view = (page: Page) => historyOf(page).getByRole('link', { name: /View/ }).first();
const barOf = (page: Page) => historyOf(page).getByRole('form', { name: 'Selected runs' });
const queued = (page: Page) => page.getByText(/^Replay queued as execution [\d,]+\.$/).first();

async function openReplay(page: Page): Promise<void> {
  await page.getByLabel('Replay', { exact: true }).click();
}

/** Gives the job another timeout: the next version. */
async function changeTimeout(page: Page): Promise<void> {
  const job = page.url();
  await page.goto(`${job}/edit`);
  await page.getByLabel('Timeout (seconds)').fill('45');
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(page.getByText('Job updated successfully!', { exact: true })).toBeVisible();
  await untilHydrated(page);
}

test('a run is replayed with its own version or with the current job, and the new run names the original', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await createJob({ page, url: `${facts.echoUrl}/e2e/replay` });
  await runNow(page);
  await changeTimeout(page);
  await view(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await openReplay(page);
  await expectAccessible();
  await page.getByRole('button', { name: 'Replay version 1' }).click();
  await expect(queued(page)).toBeVisible();
  await page.locator('[data-toast] a', { hasText: 'View Run' }).first().click();
  await expect(page.getByText(/Replay of run #[\d,]+, version 1\./)).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Facts' })).toContainText('Success', { timeout: 15_000 });

  await page.getByRole('link', { name: /^run #/ }).click();
  await expect(page.getByText('Trigger: Manual.')).toBeVisible();
  await openReplay(page);
  await page.getByRole('button', { name: 'Run again as it is now' }).click();
  await expect(async () => {
    await page.locator('[data-toast] a', { hasText: 'View Run' }).last().click();
    await expect(page.getByText(/Replay of run #[\d,]+, version 2\./)).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test('a run is replayed with edits: a mask keeps its secret, an error names its field, the job is unchanged', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await createJob({
    page,
    url: `${facts.echoUrl}/e2e/before`,
    fields: { 'Headers (JSON)': '{"authorization":"Bearer kept-secret","x-team":"one"}' },
  });
  await runNow(page);
  const job = page.url();
  await view(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await openReplay(page);
  await page.getByRole('link', { name: /Replay with edits/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Replay with Edits' })).toBeVisible();
  await expectAccessible();
  await expect(page.getByLabel('Header 1 value')).toHaveValue('********');
  expect(await page.content()).not.toContain('kept-secret');

  await page.getByLabel('Webhook URL').fill('http://localhost/');
  await page.getByRole('button', { name: 'Replay with Edits' }).click();
  await expect(page.getByLabel('Webhook URL')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Webhook URL')).toBeFocused();
  await page.getByLabel('HTTP Method').selectOption('PUT');
  await page.getByLabel('Webhook URL').fill(`${facts.echoUrl}/e2e/after`);
  await page.getByLabel('Header 2 value').fill('two');
  await page.getByLabel('Payload (JSON)').fill('{"edited":true}');
  await page.getByRole('button', { name: 'Replay with Edits' }).click();

  await expect(queued(page)).toBeVisible();
  await expect(page.getByText(/Replay of run #[\d,]+, version 1 with edits\./)).toBeVisible();
  const sent = page.getByRole('region', { name: 'Request headers' });
  await expect(async () => {
    await page.reload();
    await page.getByRole('tab', { name: 'Request as sent' }).click({ timeout: 500 });
    await expect(sent).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(sent).toContainText('authorization: ********');
  await expect(sent).toContainText('x-team: two');
  await expect(page.getByRole('region', { name: 'Request payload' })).toContainText('"edited"');
  const reveal = await page.request.get(`${page.url().split('?')[0]}?reveal=headers`);
  expect(await reveal.text()).toContain('Bearer kept-secret');
  await page.goto(job);
  await expect(page.getByRole('region', { name: 'Webhook Details' })).toContainText('/e2e/before');
});

test('several runs are replayed from the history, by keyboard too, each with its link', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await createJob({ page, url: `${facts.echoUrl}/e2e/many` });
  await addHistory({ page, facts, rows: 60 });
  await page.goto(`${page.url()}?shown=60`);
  await untilHydrated(page);
  const history = historyOf(page);
  const all = history.getByRole('checkbox', { name: 'Select all shown' });
  await all.check();
  await expect(barOf(page)).toContainText('60 selected');
  const replay = barOf(page).getByRole('button', { name: /^Replay \d+ Runs?$/ });
  await expect(replay).toHaveAttribute('aria-disabled', 'true');
  await expect(replay).toHaveAccessibleDescription('Select at most 50 runs.');
  await barOf(page).getByRole('button', { name: 'Clear' }).click();
  await expect(barOf(page)).toBeHidden();

  const box = history.getByRole('checkbox', { name: /^Select run/ });
  await box.nth(0).focus();
  await page.keyboard.press('Space');
  await box.nth(1).focus();
  await page.keyboard.press('Space');
  await box.nth(2).check();
  await expect(barOf(page)).toContainText('3 selected');
  await expectAccessible();
  await replay.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('3 Replays Queued', { exact: true })).toBeVisible();
  await expect(barOf(page)).toBeHidden();
  await expect(box.first()).toBeFocused();
  const links = page.getByRole('link', { name: /^Run #/ });
  await expect(links).toHaveCount(3);

  // None is skipped for another.
  await page.goto(page.url().split('?')[0] ?? '');
  await expect(history.getByRole('row', { name: /Success Replay/ })).toHaveCount(3, { timeout: 30_000 });
});

test.describe('at 360 px', () => {
  test.use({ colorScheme: 'dark', viewport: { width: 360, height: 740 } });

  test('the three ways to replay fit on a phone', async ({ page, facts, expectAccessible }) => {
    await createJob({ page, url: `${facts.echoUrl}/e2e/narrow` });
    await runNow(page);
    await changeTimeout(page);
    await view(page).click();
    const dialog = page.getByRole('dialog');
    await openReplay(page);
    for (const way of [
      dialog.getByRole('button', { name: 'Replay version 1' }),
      dialog.getByRole('button', { name: 'Run again as it is now' }),
      dialog.getByRole('link', { name: /Replay with edits/ }),
    ])
      await expect(way).toBeInViewport({ ratio: 1 });
    await expectAccessible();
    expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    await dialog.getByRole('link', { name: /Replay with edits/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Replay with Edits' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } });

  test('a run is replayed with edits, and several at once, by plain forms', async ({ page, facts }) => {
    await createJob({ page, url: `${facts.echoUrl}/e2e/plain` });
    const job = page.url();
    await addHistory({ page, facts, rows: 4 });
    await page.reload();
    await view(page).click();
    await openReplay(page);
    await page.getByRole('link', { name: /Replay with edits/ }).click();
    await page.getByLabel('Webhook URL').fill('nowhere');
    await page.getByRole('button', { name: 'Replay with Edits' }).click();
    await expect(page.getByLabel('Webhook URL')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Webhook URL').fill(`${facts.echoUrl}/e2e/edited`);
    await page.getByRole('button', { name: 'Replay with Edits' }).click();
    await expect(plainToastOf(page)).toContainText(/^Replay queued as execution [\d,]+\./);
    await expect(page.getByText(/version 1 with edits/)).toBeVisible();

    await page.goto(job);
    const box = historyOf(page).getByRole('checkbox', { name: /^Select run/ });
    await box.nth(2).check();
    await box.nth(3).check();
    await expect(barOf(page)).toBeVisible();
    await barOf(page).getByLabel('Request to send').selectOption('current');
    await barOf(page).getByRole('button', { name: 'Replay Runs' }).click();
    await expect(plainToastOf(page)).toContainText('2 Replays Queued');
    await expect(plainToastOf(page).locator('a', { hasText: /^Run #/ })).toHaveCount(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});
