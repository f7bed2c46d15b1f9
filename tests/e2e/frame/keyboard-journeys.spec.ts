import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { aName, untilHydrated } from '#tests/e2e/job-steps.ts';

// From the first page to the last by the keyboard alone, without a pointer. A refused form returns 400; the browser
// logs it.
test.use({ who: 'new', allowedErrors: [/status of 400/] });
test.describe.configure({ timeout: 90_000 });

const longestWay = 90;

/** Presses Tab until a control has the focus. */
async function tabTo({ page, target }: { page: Page; target: Locator }): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < longestWay; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${longestWay} steps by Tab do not lead to ${target.toString()}.`);
}

async function type({ page, label, text }: { page: Page; label: string; text: string }): Promise<void> {
  await tabTo({ page, target: page.getByRole('textbox', { name: label }) });
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

async function press({ page, name }: { page: Page; name: string | RegExp }): Promise<void> {
  await tabTo({ page, target: page.getByRole('button', { name }).last() });
  await page.keyboard.press('Enter');
}

const said = (page: Page, words: string | RegExp) =>
  expect(page.getByText(words, { exact: true }).first()).toBeVisible();

/** Creates a job from the dashboard, and ends there. */
async function createByKeys({ page, url }: { page: Page; url: string }): Promise<string> {
  const name = aName('Keys');
  await page.goto('/dashboard');
  await untilHydrated(page);
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { level: 1, name: 'Create Job' })).toBeFocused();
  await type({ page, label: 'Job Name', text: name });
  await type({ page, label: 'Webhook URL', text: url });
  await press({ page, name: 'Create Job' });
  await said(page, 'Job created successfully');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused();
  return name;
}

test('a job is created, its tabs reached with arrow keys, and edited', async ({ page, facts }) => {
  const first = aName('Tabs');
  await page.goto('/dashboard');
  await untilHydrated(page);
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { level: 1, name: 'Create Job' })).toBeFocused();
  await tabTo({ page, target: page.getByRole('tab', { name: 'URL & Time' }) });
  await page.keyboard.press('ArrowRight');
  await tabTo({ page, target: page.getByLabel('HTTP Method') });
  await page.keyboard.type('POST');
  await expect(page.getByLabel('HTTP Method')).toHaveValue('POST');

  // The name is missing: the focus returns to its field.
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByLabel('Job Name')).toBeFocused();
  await page.keyboard.type(first);
  await type({ page, label: 'Webhook URL', text: `${facts.echoUrl}/e2e` });
  await press({ page, name: 'Create Job' });
  await said(page, 'Job created successfully');

  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: first, exact: true })).toBeFocused();
  await page.keyboard.press('e');
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Job' })).toBeFocused();
  await type({ page, label: 'Job Name', text: `${first} again` });
  await press({ page, name: 'Update Job' });
  await said(page, 'Job updated successfully!');
  await expect(page.getByRole('heading', { level: 1, name: `${first} again` })).toBeVisible();
});

test('a job is run, paused, resumed and deleted from the dashboard', async ({ page, facts }) => {
  const name = await createByKeys({ page, url: `${facts.echoUrl}/e2e` });
  const row = page.getByRole('row', { name: new RegExp(name) });
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await said(page, 'Job triggered successfully. Check executions for results.');
  await page.keyboard.press('p');
  await said(page, 'Job is now paused');
  await expect(row).toContainText('Paused');
  await page.keyboard.press('p');
  await said(page, 'Job is now active');
  await page.keyboard.press('x');
  await press({ page, name: 'Delete' });
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(row).toBeVisible();
  await press({ page, name: 'Delete' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await said(page, 'Successfully deleted 1 job');
  await said(page, 'No jobs created yet. Create your first job to get started.');
});

test('an execution is opened, read and replayed', async ({ page, facts }) => {
  const name = await createByKeys({ page, url: `${facts.echoUrl}/e2e/keys` });
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  await press({ page, name: 'Run Now' });
  const history = page.getByRole('region', { name: 'Executions History' });
  await expect(history.getByRole('row', { name: /Success/ })).toBeVisible({ timeout: 15_000 });
  const view = history.getByRole('link', { name: /View/ });
  await tabTo({ page, target: view });
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Execution Details' });
  await expect(dialog).toBeVisible();
  await tabTo({ page, target: dialog.getByRole('tab', { name: 'Response' }) });
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('region', { name: 'Response headers' })).toBeVisible();
  await tabTo({ page, target: dialog.getByLabel('Replay', { exact: true }) });
  await page.keyboard.press('Enter');
  await tabTo({ page, target: dialog.getByRole('button', { name: 'Replay version 1' }) });
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Replay queued as execution [\d,]+\.$/).first()).toBeVisible();
  // A toast is on top: Escape closes it before the dialog.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden({ timeout: 500 });
  }).toPass({ timeout: 10_000 });
  await expect(view.first()).toBeFocused();
});
