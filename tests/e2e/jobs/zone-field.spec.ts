import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { aName, untilHydrated } from '#tests/e2e/job-steps.ts';
import { chooseZone, zoneFieldOf, zoneListOf } from '#tests/e2e/zone-steps.ts';

// The zone of a job: where a new one starts, and the field that searches (issue 25, part 2, item 6).

test.use({ who: 'new' });

const createPage = '/dashboard/jobs/create';
const optionsOf = (page: Page) => page.getByRole('listbox', { name: 'Time zones' }).getByRole('option');
const sentence = (page: Page, zone: string) => page.getByText(`Every hour, ${zone}`).first();

async function openForm(page: Page, path = createPage): Promise<void> {
  await page.goto(path);
  await untilHydrated(page);
}

/** Saves the open form and opens the edit form of the job. */
async function createAndEdit({ page, url }: { page: Page; url: string }): Promise<string> {
  const name = aName('Zoned');
  await page.getByLabel('Job Name').fill(name);
  await page.getByLabel('Webhook URL').fill(url);
  await page.getByRole('button', { name: 'Create Job' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  const jobPath = new URL(page.url()).pathname;
  await openForm(page, `${jobPath}/edit`);
  return jobPath;
}

for (const width of [1280, 768, 360]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme: width === 768 ? 'dark' : 'light' });

    test('a zone is found and chosen by mouse', async ({ page, expectAccessible, facts }) => {
      await openForm(page);
      const field = zoneFieldOf(page);
      await field.click();
      await expect(optionsOf(page).first()).toContainText('America/New_York');
      await expect(page.getByRole('group', { name: 'Your browser' }).getByRole('option')).toHaveCount(1);
      await field.fill('germany');
      await expect(optionsOf(page)).toHaveCount(2);
      await expect(optionsOf(page).first()).toContainText(
        /Europe\/Berlin\s*Germany, CET, CEST\s*UTC\+0[12]:00/,
      );
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expectAccessible();
      await optionsOf(page).first().click();
      await expect(field).toHaveValue('Europe/Berlin');
      await expect(field).toBeFocused();
      await expect(optionsOf(page)).toHaveCount(0);
      await expect(sentence(page, 'Europe/Berlin')).toBeVisible();
      await createAndEdit({ page, url: `${facts.echoUrl}/e2e` });
      await expect(zoneFieldOf(page)).toHaveValue('Europe/Berlin');
    });

    test('a zone is found and chosen by keyboard', async ({ page, expectAccessible }) => {
      await openForm(page);
      const field = zoneFieldOf(page);
      await field.focus();
      await expect(field).toHaveAttribute('aria-expanded', 'false');
      await page.keyboard.press('ArrowDown');
      await expect(field).toHaveAttribute('aria-expanded', 'true');
      const active = page.locator('[role=option][aria-selected=true]');
      await expect(active).toContainText('America/New_York');
      await expect(field).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? '');
      await page.keyboard.press('End');
      await expect(active).toContainText('Etc/GMT');
      await expect(active).toBeInViewport();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
      await expect(active).toContainText('UTC');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await expect(active).toContainText('Etc/GMT');
      await page.keyboard.press('Escape');
      await expect(optionsOf(page)).toHaveCount(0);
      await expect(field).toHaveValue('America/New_York');

      await page.keyboard.type('+05:45');
      await expect(page.getByText('1 zone found.')).toBeAttached();
      await expectAccessible();
      await page.keyboard.press('Enter');
      await expect(field).toHaveValue('Asia/Kathmandu');
      await expect(sentence(page, 'Asia/Kathmandu')).toBeVisible();
      await expect(page).toHaveURL(createPage);
    });
  });
}

test('a text that means one zone is chosen on leaving the field, any other is undone', async ({ page }) => {
  await openForm(page);
  const field = zoneFieldOf(page);
  await field.fill('tokyo');
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue('Asia/Tokyo');
  await expect(sentence(page, 'Asia/Tokyo')).toBeVisible();
  for (const text of ['ber', 'nowhere at all']) {
    await field.fill(text);
    await page.keyboard.press('Tab');
    await expect(field).toHaveValue('Asia/Tokyo');
  }
  await field.fill('nowhere at all');
  await expect(page.getByText(/^No matching zones\. Search for a city/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(createPage);
  await expect(page.getByText('Enter the URL to call.')).toHaveCount(0);
});

test('the whole list is accessible', async ({ page }) => {
  test.setTimeout(120_000);
  await openForm(page);
  await zoneFieldOf(page).click();
  await expect(optionsOf(page).last()).toContainText('Etc/GMT');
  const { violations } = await new AxeBuilder({ page }).include('[role=listbox]').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test.describe('if the search does not load', () => {
  test.use({ allowedErrors: [/ERR_FAILED|zone-search/] });

  test("the browser's own list is used", async ({ page }) => {
    await page.route('**/zone-search*', (route) => route.abort());
    await openForm(page);
    await zoneFieldOf(page).focus();
    await expect(zoneListOf(page)).toBeFocused();
    await zoneListOf(page).selectOption('Europe/Paris');
    await expect(sentence(page, 'Europe/Paris')).toBeVisible();
  });
});

test('a search does not count as unsaved text, a choice does', async ({ page }) => {
  await openForm(page);
  await zoneFieldOf(page).fill('par');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await openForm(page);
  await chooseZone({ page, zone: 'Europe/Paris' });
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(zoneFieldOf(page)).toHaveValue('Europe/Paris');
});

test('a saved older name is shown and kept', async ({ page, facts }) => {
  await openForm(page);
  await page.getByRole('radio', { name: 'Cron Expression' }).check();
  await page.getByRole('textbox', { name: 'Cron Expression' }).fill('CRON_TZ=Europe/Kiev 0 9 * * *');
  const jobPath = await createAndEdit({ page, url: `${facts.echoUrl}/e2e` });
  await expect(zoneFieldOf(page)).toHaveValue('Europe/Kiev');
  await page.getByLabel('Description').fill('Changed');
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(page.getByText('Job updated successfully!', { exact: true })).toBeVisible();
  await openForm(page, `${jobPath}/edit`);
  await expect(zoneFieldOf(page)).toHaveValue('Europe/Kiev');
  await zoneFieldOf(page).fill('kiev');
  await expect(optionsOf(page).first()).toContainText('Europe/Kiev');
});

test.describe('in a browser in another zone', () => {
  // Chromium reports it by its older name.
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('a new job and an import start in its zone, a duplicate and a saved job keep theirs', async ({
    page,
    facts,
  }) => {
    await openForm(page);
    await expect(zoneFieldOf(page)).toHaveValue('Asia/Kolkata');
    await expect(sentence(page, 'Asia/Kolkata')).toBeVisible();
    // Nothing was typed: the form is left without a question.
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await openForm(page, '/dashboard/import');
    await expect(zoneFieldOf(page, 'Crontab Timezone')).toHaveValue('Asia/Kolkata');

    await openForm(page);
    await chooseZone({ page, zone: 'Europe/Paris' });
    const jobPath = await createAndEdit({ page, url: `${facts.echoUrl}/e2e` });
    await expect(zoneFieldOf(page)).toHaveValue('Europe/Paris');
    await openForm(page, `${createPage}?from=${jobPath.split('/').at(-1) ?? ''}`);
    await expect(zoneFieldOf(page)).toHaveValue('Europe/Paris');
  });

  test('a zone chosen before the script loads is kept', async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((done) => (release = done));
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(createPage, { waitUntil: 'commit' });
    await zoneListOf(page).selectOption('UTC');
    release();
    await untilHydrated(page);
    await expect(zoneFieldOf(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(zoneFieldOf(page)).toHaveValue('UTC');
  });

  test('the example starts in its zone', async ({ page }) => {
    const reported = page.waitForResponse((response) =>
      new URL(response.url()).pathname.startsWith('/preferences'),
    );
    await openForm(page, '/dashboard');
    await reported;
    await page.getByRole('button', { name: 'Run an Example' }).click();
    await expect(page.getByText(/Asia\/Kolkata\./).first()).toBeVisible();
  });
});

test('the zone of a crontab must be known to the server', async ({ page, facts }) => {
  const refused = await page.request.post('/dashboard/import', {
    headers: { origin: facts.url },
    multipart: { text: '0 9 * * * curl https://example.com', intent: 'preview', timezone: 'BST' },
  });
  expect(refused.status()).toBe(400);
  expect(await refused.text()).toContain('BST is not a time zone. Use Europe/London.');
});

test.describe('without JavaScript', () => {
  // A refused form returns 400; the browser logs it.
  test.use({ allowedErrors: [/status of 400/] });
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 }, colorScheme: 'dark' });

  test('the zone is a list that starts in the zone of the account', async ({ page, facts }) => {
    await page.goto(createPage);
    const list = zoneListOf(page);
    await expect(list).toHaveValue('America/New_York');
    await expect(list.locator('option:checked')).toHaveText(/^America\/New_York \(UTC-0[45]:00\)$/);
    await list.selectOption('Asia/Kathmandu');
    await page.getByLabel('Job Name').fill(aName('Zoned'));
    await page.getByLabel('Webhook URL').fill(`${facts.echoUrl}/e2e`);
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByText('Every hour, Asia/Kathmandu').first()).toBeVisible();
    await expect(list).toHaveValue('Asia/Kathmandu');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.getByRole('button', { name: 'Create Job' }).click();
    await expect(page.getByText('Job created successfully', { exact: true })).toBeVisible();
  });

  test('a zone that no list offers comes back beside its error', async ({ page }) => {
    await page.goto(createPage);
    await page.getByRole('radio', { name: 'Cron Expression' }).check();
    await page.getByRole('textbox', { name: 'Cron Expression' }).fill('CRON_TZ=BST 0 9 * * *');
    await page.getByRole('button', { name: 'Create Job' }).click();
    await expect(page.locator('#job-timezone-error')).toHaveText(
      'BST is not a time zone. Use Europe/London.',
    );
    await expect(zoneListOf(page)).toHaveValue('BST');
    await expect(zoneListOf(page)).toHaveAttribute('aria-invalid', 'true');
  });
});
