import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';
import { makeJob, makeJobs } from '#tests/e2e/made-jobs.ts';

// A search of the list is saved under a name, opened, renamed and deleted.

// A refused form returns 400; the browser logs it.
test.use({ who: 'new', allowedErrors: [/status of 400/] });
test.describe.configure({ timeout: 90_000 });

const rows = (page: Page) => page.getByRole('table', { name: 'Jobs' }).locator('tbody tr');
const said = (page: Page, words: string) =>
  expect(page.getByText(words, { exact: true }).first()).toBeVisible();

/** Saves the list at an address as a view, from its toolbar. */
async function saveView({ page, search, name }: { page: Page; search: string; name: string }): Promise<void> {
  await page.goto(`/dashboard${search}`);
  await page.getByRole('link', { name: 'Save View' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Save View' }).click();
}

test('a view is saved, opened from toolbar and command menu, renamed and deleted', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await makeJobs({ page, facts, count: 3 });
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'Save View' })).toHaveCount(0);
  await saveView({ page, search: '?search=job+2&sort=name', name: 'Second' });
  await said(page, 'View saved.');
  await expect(page).toHaveURL('/dashboard?search=job+2&sort=name');
  await expect(rows(page)).toHaveText([/Job 2/]);
  const views = page.getByRole('combobox', { name: 'View' });
  await expect(views.locator('option').first()).toHaveText('Second');
  await untilHydrated(page);
  await expectAccessible();

  await page.goto('/dashboard');
  await untilHydrated(page);
  await views.selectOption({ label: 'Second' });
  await expect(page).toHaveURL('/dashboard?search=job+2&sort=name');
  await expect(rows(page)).toHaveText([/Job 2/]);
  await expect(page.getByLabel('Search jobs')).toHaveValue('job 2');
  // Later changes do not open the view again.
  await page.getByRole('radio', { name: 'Active' }).check();
  await expect(page).toHaveURL(/filter=active/);
  await expect(page.getByRole('link', { name: 'Save View' })).toBeVisible();

  await page.goto('/dashboard/settings');
  await untilHydrated(page);
  await page.keyboard.press('Control+k');
  const menu = page.getByRole('dialog', { name: 'Command Menu' });
  await menu.getByRole('combobox').fill('second');
  await menu.getByRole('option', { name: 'Second', exact: true }).click();
  await expect(page).toHaveURL('/dashboard?search=job+2&sort=name');

  await page.getByRole('link', { name: 'Manage Views' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Saved Views' })).toBeFocused();
  await expect(page.getByText('“job 2”, by name')).toBeVisible();
  await expectAccessible();
  await page.getByLabel('New name for Second').fill('Only two');
  await page.getByRole('button', { name: 'Rename Second' }).click();
  await said(page, 'View renamed.');
  await expect(page.getByRole('link', { name: 'Only two' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Only two' }).click();
  await said(page, 'View deleted.');
  await expect(page.getByRole('heading', { name: 'No saved views yet' })).toBeVisible();
  await expectAccessible();
});

test('a taken name is refused under its field, with the typed text kept', async ({ page, facts }) => {
  await makeJobs({ page, facts, count: 1 });
  await saveView({ page, search: '?filter=paused', name: 'Mine' });
  await said(page, 'View saved.');
  await saveView({ page, search: '?filter=active', name: 'mine' });
  const field = page.getByLabel('Name', { exact: true });
  await expect(page.getByText('You already have a view named Mine. Choose another name.')).toBeVisible();
  await expect(field).toHaveValue('mine');
  await expect(field).toBeFocused();
  await field.fill('Active ones');
  await page.keyboard.press('Enter');
  await said(page, 'View saved.');
  await expect(page).toHaveURL('/dashboard?filter=active');
});

test('the search of the list finds a tag', async ({ page, facts }) => {
  await makeJob({
    page,
    name: 'Tagged',
    url: `${facts.echoUrl}/e2e`,
    fields: { mode: 'none', tags: 'quarterly' },
  });
  await makeJobs({ page, facts, count: 1 });
  await page.goto('/dashboard');
  await untilHydrated(page);
  await page.getByLabel('Search jobs').fill('quarter');
  await expect(rows(page)).toHaveText([/Tagged/]);
  await expect(page.getByText('Name, host or tag contains “quarter”')).toBeVisible();
});

test.describe('at 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });

  test('views are behind More filters, and their page fits', async ({ page, facts, expectAccessible }) => {
    await makeJobs({ page, facts, count: 1 });
    await page.goto('/dashboard?filter=active');
    await untilHydrated(page);
    await page.getByLabel('More filters').check();
    await page.getByRole('link', { name: 'Save View' }).click();
    await page
      .getByLabel('Name', { exact: true })
      .fill('A view whose name is as long as the name of a view may be');
    await page.getByRole('button', { name: 'Save View' }).click();
    await said(page, 'View saved.');
    await page.goto('/dashboard/views');
    await untilHydrated(page);
    await expectAccessible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a view is saved, opened, renamed and deleted by plain forms', async ({ page, facts }) => {
    await makeJobs({ page, facts, count: 2 });
    await saveView({ page, search: '?search=job+2', name: 'Second' });
    await expect(rows(page)).toHaveText([/Job 2/]);
    await page.goto('/dashboard');
    await page.getByRole('combobox', { name: 'View' }).selectOption({ label: 'Second' });
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL('/dashboard?search=job+2');
    await page.getByRole('link', { name: 'Manage Views' }).click();
    await page.getByLabel('New name for Second').fill('Two');
    await page.getByRole('button', { name: 'Rename Second' }).click();
    await page.getByRole('button', { name: 'Delete Two' }).click();
    await expect(page.getByRole('heading', { name: 'No saved views yet' })).toBeVisible();
  });
});
