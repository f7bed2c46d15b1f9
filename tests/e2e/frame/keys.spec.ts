import { expect, test } from '#tests/e2e/fixtures.ts';
import { aName, createJob, untilHydrated } from '#tests/e2e/job-steps.ts';

const menu = 'Command Menu';
const sheet = 'Keyboard Shortcuts';

test.use({ who: 'new' });

test('single keys lead to pages, and letters typed in a field stay letters', async ({ page }) => {
  await page.goto('/dashboard');
  await untilHydrated(page);
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page).toHaveURL(/\/dashboard\/settings$/);
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(page).toHaveURL(/\/dashboard\/api-docs$/);
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/dashboard\/jobs\/create$/);
  await page.getByLabel('Job Name').pressSequentially('c/?gd');
  await expect(page.getByLabel('Job Name')).toHaveValue('c/?gd');
  await expect(page).toHaveURL(/\/dashboard\/jobs\/create$/);
});

test('the sheet lists every key, and its switch turns single keys off for good', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/dashboard/settings');
  await untilHydrated(page);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: sheet });
  for (const words of ['Command menu', 'Create a job', 'Next row', 'Pause or resume', 'Save the form'])
    await expect(dialog.getByText(words, { exact: false }).first()).toBeVisible();
  await expectAccessible();
  const saved = page.waitForResponse((response) => response.url().includes('/preferences'));
  await dialog.getByRole('switch', { name: 'Single-Key Shortcuts' }).click();
  await saved;
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.keyboard.press('c');
  await page.keyboard.press('?');
  await page.reload();
  await untilHydrated(page);
  await page.keyboard.press('c');
  await page.keyboard.press('j');
  await page.keyboard.press('?');
  await expect(page).toHaveURL(/\/dashboard\/settings$/);
  await expect(dialog).toBeHidden();

  // The menu's key has a modifier and still works; the sheet opens from there, and the switch is turned on again.
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: menu }).getByRole('combobox').fill('shortcuts');
  await page.keyboard.press('Enter');
  await dialog.getByRole('switch', { name: 'Single-Key Shortcuts' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/dashboard\/jobs\/create$/);
});

test('the slash opens the command menu, which finds a job by a part of its name', async ({
  page,
  facts,
  expectAccessible,
}) => {
  const name = await createJob({ page, url: facts.echoUrl, name: aName('Ledger'), status: 'inactive' });
  await page.goto('/dashboard');
  await untilHydrated(page);
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog', { name: menu });
  const typed = dialog.getByRole('combobox');
  await expect(typed).toBeFocused();
  await expectAccessible();
  await typed.fill(name.slice(0, 12).toUpperCase());
  await expect(dialog.getByRole('option', { name })).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('option', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
});

test('the command menu changes the theme, searches for unknown words, and signs out', async ({ page }) => {
  await page.goto('/dashboard/settings');
  await untilHydrated(page);
  const dialog = page.getByRole('dialog', { name: menu });
  const typed = dialog.getByRole('combobox');
  await page.keyboard.press('Control+k');
  await typed.fill('theme dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass('dark');
  await expect(dialog).toBeHidden();

  await page.keyboard.press('Control+k');
  await typed.fill('nothing is called this');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\?search=nothing/);
  // While the menu closes, the same keys would close it again.
  await expect(dialog).toBeHidden();

  await page.keyboard.press('Control+k');
  await typed.fill('sign out');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(({ pathname }) => pathname === '/');
});

test('Ctrl and Enter submit the form with the focus', async ({ page, facts }) => {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await page.getByLabel('Webhook URL').fill(facts.echoUrl);
  await page.getByLabel('Job Name').fill(aName('Sent'));
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Job created successfully', { exact: true })).toBeVisible();
});

test.describe('at 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });

  test('menu and sheet fit a narrow screen and have no accessibility violations', async ({
    page,
    expectAccessible,
  }) => {
    await page.goto('/dashboard/settings');
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Search or jump to' }).click();
    await expect(page.getByRole('option', { name: 'Create Job' })).toBeVisible();
    await expectAccessible();
    await page.getByRole('option', { name: sheet }).click();
    await expect(page.getByRole('dialog', { name: sheet })).toBeVisible();
    await expectAccessible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});
