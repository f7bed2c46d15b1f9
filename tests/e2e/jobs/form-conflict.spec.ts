import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createJob, untilHydrated } from '#tests/e2e/job-steps.ts';

// Two tabs, or two people, that edit one job. The browser logs a refused save.
test.use({ who: 'new', allowedErrors: [/status of 409|net::ERR_FAILED/] });
test.describe.configure({ timeout: 120_000 });

const saved = 'Job updated successfully!';
const conflict = (page: Page) => page.getByRole('region', { name: 'Conflicting changes' });
const choice = (page: Page, label: string) => conflict(page).getByRole('group', { name: label });

/** Opens the form of a new job in two tabs. */
async function inTwoTabs({ page, url }: { page: Page; url: string }) {
  const name = await createJob({ page, url });
  const editPage = `${page.url()}/edit`;
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto(editPage);
    await tab.getByRole('heading', { name: 'Edit Job' }).waitFor();
  }
  return { name, other };
}

/** Two open tabs share the cookie with the toast of a save. */
async function closeSaved(tab: Page): Promise<void> {
  await tab.getByRole('region', { name: 'Changes', exact: true }).waitFor();
  await tab.close();
}

async function save({ page, fields }: { page: Page; fields: Record<string, string> }): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
  await page.getByRole('button', { name: 'Update Job' }).click();
}

test('edits of different fields are both kept, and the second save names what it kept', async ({
  page,
  facts,
}) => {
  const { name, other } = await inTwoTabs({ page, url: `${facts.echoUrl}/e2e` });
  await save({ page: other, fields: { Description: 'Theirs' } });
  await closeSaved(other);

  await save({ page, fields: { 'Job Name': `${name} two` } });
  await expect(
    page.getByText(
      `${saved} Description changed elsewhere while you were editing; those changes were kept.`,
      { exact: true },
    ),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: `${name} two` })).toBeVisible();
  await page.goto(`${page.url()}/edit`);
  await expect(page.getByLabel('Description')).toHaveValue('Theirs');
});

test('edits of the same field are shown side by side; nothing is lost, and mine can be saved over theirs', async ({
  page,
  facts,
  expectAccessible,
}) => {
  const { name, other } = await inTwoTabs({ page, url: `${facts.echoUrl}/e2e` });
  await save({ page: other, fields: { 'Job Name': `${name} theirs`, 'Retry Count': '7' } });
  await closeSaved(other);

  await untilHydrated(page);
  await save({ page, fields: { 'Job Name': `${name} mine`, Description: 'Typed at length' } });
  await expect(conflict(page)).toBeFocused();
  await expect(conflict(page)).toContainText('Nothing has been saved yet');
  await expect(choice(page, 'Job Name')).toContainText(`${name} mine`);
  await expect(choice(page, 'Job Name')).toContainText(`${name} theirs`);
  await expect(conflict(page)).toContainText('Retry Count: 7');
  await expect(page.getByLabel('Description')).toHaveValue('Typed at length');
  await expect(page.getByLabel('Retry Count')).toHaveValue('7');
  await expectAccessible();

  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(page.getByText(saved, { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: `${name} mine` })).toBeVisible();
  await page.goto(`${page.url()}/edit`);
  await expect(page.getByLabel('Retry Count')).toHaveValue('7');
});

test('theirs is chosen by keyboard at 360 px, appears in the form at once, and can be undone', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  const { name, other } = await inTwoTabs({ page, url: `${facts.echoUrl}/e2e` });
  await save({ page: other, fields: { 'Job Name': `${name} theirs`, Description: 'x'.repeat(900) } });
  await closeSaved(other);

  await untilHydrated(page);
  await save({ page, fields: { 'Job Name': `${name} mine`, Description: 'Mine' } });
  await expect(conflict(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(choice(page, 'Job Name').getByRole('radio', { name: /Keep mine/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Job Name')).toHaveValue(`${name} theirs`);
  await expect(choice(page, 'Job Name').getByRole('radio', { name: /Use theirs/ })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByLabel('Job Name')).toHaveValue(`${name} mine`);
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible();

  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(page.getByText(saved, { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: `${name} theirs` })).toBeVisible();
  await page.goto(`${page.url()}/edit`);
  await expect(page.getByLabel('Description')).toHaveValue('Mine');
});

test('a page loaded before the other change does not restore a version over it', async ({ page, facts }) => {
  const { name, other } = await inTwoTabs({ page, url: `${facts.echoUrl}/e2e` });
  await save({ page, fields: { Description: 'Second' } });
  await expect(page.getByRole('button', { name: 'Restore version 1' })).toBeVisible();
  // The page would otherwise be told about the other change.
  await page.route(/\/dashboard\/(live|jobs\/\d+\.data)/, (route) => route.abort());
  await save({ page: other, fields: { 'Job Name': `${name} theirs` } });
  await closeSaved(other);
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(page.getByText(/so version 1 was not restored/).first()).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form comes back with both edits, and the choice is sent with it', async ({ page, facts }) => {
    const { name, other } = await inTwoTabs({ page, url: `${facts.echoUrl}/e2e` });
    await save({
      page: other,
      fields: { 'Job Name': `${name} theirs`, Description: 'Theirs', 'Retry Count': '7' },
    });
    await closeSaved(other);

    await save({ page, fields: { 'Job Name': `${name} mine`, Description: 'Mine' } });
    await expect(conflict(page)).toContainText('Nothing has been saved yet');
    await expect(page.getByLabel('Job Name')).toHaveValue(`${name} mine`);
    await expect(page.getByLabel('Retry Count')).toHaveValue('7');
    await choice(page, 'Job Name')
      .getByRole('radio', { name: /Use theirs/ })
      .check();
    await page.getByRole('button', { name: 'Update Job' }).click();
    await expect(page.getByText(saved, { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: `${name} theirs` })).toBeVisible();
    await page.goto(`${page.url()}/edit`);
    await expect(page.getByLabel('Description')).toHaveValue('Mine');
    await expect(page.getByLabel('Retry Count')).toHaveValue('7');
  });
});
