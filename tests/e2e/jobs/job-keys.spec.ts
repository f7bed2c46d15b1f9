import type { Page } from '@playwright/test';
import pg from 'pg';
import type { StackFacts } from '#dev/stack/facts.ts';
import { addHistory } from '#tests/e2e/execution-rows.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createJob, untilHydrated } from '#tests/e2e/job-steps.ts';
import { makeJob, makeJobs } from '#tests/e2e/made-jobs.ts';

// Keys and the command menu on the list, on a job and on an execution; the list's switch and its failing jobs.

test.use({ who: 'new' });
test.describe.configure({ timeout: 90_000 });

const rows = (page: Page) => page.getByRole('table', { name: 'Jobs' }).locator('tbody tr');
const said = (page: Page, words: string) =>
  expect(page.getByText(words, { exact: true }).first()).toBeVisible();
const menuOf = (page: Page) => page.getByRole('dialog', { name: 'Command Menu' });

async function chooseInMenu({ page, typed, name }: { page: Page; typed: string; name: string }) {
  await page.keyboard.press('Control+k');
  const menu = menuOf(page);
  await menu.getByRole('combobox').fill(typed);
  await menu.getByRole('option', { name }).first().click();
  await expect(menu).toBeHidden();
}

/** Makes the last run of the account's first jobs a failure. */
async function failJobs({
  page,
  facts,
  count,
}: {
  page: Page;
  facts: StackFacts;
  count: number;
}): Promise<void> {
  await page.goto('/dashboard?sort=name&show=all');
  const ids = await rows(page).evaluateAll((all) => all.map((row) => Number(row.dataset['job'])));
  const client = new pg.Client({ connectionString: facts.databaseUrl });
  await client.connect();
  await client.query(
    `update "JobState" set "lastOutcome" = 'failed', "failureStreak" = 3, "streakStartedAt" = now(),
       "lastRunAt" = now() where "jobId" = any($1::int[])`,
    [ids.slice(0, count)],
  );
  await client.end();
}

test('a job is paused, resumed, run and edited by the keys of its page, and the focus stays', async ({
  page,
  facts,
}) => {
  const name = await createJob({ page, url: `${facts.echoUrl}/e2e` });
  await untilHydrated(page);
  const more = page.getByLabel('More actions');
  await more.focus();
  await page.keyboard.press('p');
  await said(page, 'Job paused successfully.');
  await expect(more).toBeFocused();
  await page.keyboard.press('p');
  await said(page, 'Job activated successfully.');
  await page.keyboard.press('r');
  await said(page, 'Job triggered successfully. Check executions for results.');
  await expect(more).toBeFocused();
  await expect(page.getByRole('row', { name: /Success/ })).toBeVisible({ timeout: 15_000 });
  await page.keyboard.press('e');
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Job' })).toBeFocused();
  await page.getByLabel('Description').focus();
  await page.keyboard.type('per');
  await expect(page.getByLabel('Description')).toHaveValue('per');
  await expect(page).toHaveURL(/\/edit$/);
  expect(name).not.toBe('');
});

test('j and k move through the executions, o opens one, and the brackets step to the next', async ({
  page,
  facts,
}) => {
  await createJob({ page, url: `${facts.echoUrl}/e2e` });
  await addHistory({ page, facts, rows: 3 });
  await page.reload();
  await untilHydrated(page);
  const views = page.getByRole('region', { name: 'Executions History' }).getByRole('link', { name: /View/ });
  await expect(views).toHaveCount(3);
  await page.keyboard.press('j');
  await expect(views.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await expect(views.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(views.nth(0)).toBeFocused();
  await page.keyboard.press('k');
  await expect(views.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  const middle = (await views.nth(1).getAttribute('href')) ?? '';
  const others = [await views.nth(0).getAttribute('href'), await views.nth(2).getAttribute('href')];
  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog', { name: 'Execution Details' });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(middle);
  await page.keyboard.press('p');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(views.nth(1)).toBeFocused();
  await expect(page.getByText('Job paused successfully.')).toHaveCount(0);

  await page.goto(middle);
  await untilHydrated(page);
  await addStepsIfNone(page, others);
  for (const [key, rel] of [
    ['[', 'prev'],
    [']', 'next'],
  ] as const) {
    const to = await page.locator(`main a[rel~=${rel}]`).first().getAttribute('href');
    expect(others).toContain(new URL(to ?? '', facts.url).pathname);
    await page.keyboard.press(key);
    await expect(page).toHaveURL(to ?? '');
    await page.goto(middle);
    await untilHydrated(page);
    await addStepsIfNone(page, others);
  }
});

/** The links to the neighboring executions. */
async function addStepsIfNone(page: Page, [next, previous]: (string | null)[]): Promise<void> {
  await page.evaluate(
    (links) => {
      for (const [rel, href] of links) {
        if (document.querySelector(`main a[rel~=${rel}]`)) continue;
        const link = document.createElement('a');
        Object.assign(link, { rel, href, textContent: rel });
        document.querySelector('main')?.append(link);
      }
    },
    [
      ['prev', previous ?? ''],
      ['next', next ?? ''],
    ] as const,
  );
}

test('a row paused by its key stays, with the focus, and the next press resumes it', async ({
  page,
  facts,
}) => {
  await makeJobs({ page, facts, count: 7 });
  // The keys are bound by then.
  const stream = page.waitForResponse('**/dashboard/live');
  await page.goto('/dashboard');
  await stream;
  await page.keyboard.press('j');
  const first = rows(page).first();
  const link = first.locator('a[data-open]');
  const name = await link.innerText();
  await expect(link).toBeFocused();
  await page.keyboard.press('p');
  await said(page, 'Job is now paused');
  await expect(first).toContainText('Paused');
  await expect(first).toContainText(name);
  await expect(link).toBeFocused();
  await page.keyboard.press('p');
  await said(page, 'Job is now active');
  await expect(link).toBeFocused();
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
});

test('the command menu has the actions of the open job and every section of the settings', async ({
  page,
  facts,
  expectAccessible,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const name = await createJob({ page, url: `${facts.echoUrl}/e2e` });
  await untilHydrated(page);
  await page.keyboard.press('Control+k');
  const group = menuOf(page).getByRole('group', { name });
  await expect(group.getByRole('option')).toHaveText([
    /^Run Now/,
    /^Pause Job/,
    /^Edit Job/,
    'Duplicate Job',
    'Copy as cURL',
    'Delete Job',
  ]);
  await expectAccessible();
  await page.keyboard.press('Escape');
  await expect(menuOf(page)).toBeHidden();

  await chooseInMenu({ page, typed: 'run now', name: 'Run Now' });
  await said(page, 'Job triggered successfully. Check executions for results.');
  await chooseInMenu({ page, typed: 'curl', name: 'Copy as cURL' });
  await said(page, 'Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(facts.echoUrl);
  await chooseInMenu({ page, typed: 'pause', name: 'Pause Job' });
  await said(page, 'Job paused successfully.');
  await page.keyboard.press('r');
  await said(page, 'Resume the job to run it.');
  await chooseInMenu({ page, typed: 'resume', name: 'Resume Job' });
  await said(page, 'Job activated successfully.');
  await chooseInMenu({ page, typed: 'duplicate', name: 'Duplicate Job' });
  await expect(page).toHaveURL(/\/create\?from=\d+$/);
  await page.goBack();
  await chooseInMenu({ page, typed: 'edit', name: 'Edit Job' });
  await expect(page).toHaveURL(/\/edit$/);
  await chooseInMenu({ page, typed: 'open', name: 'Open Job' });
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await chooseInMenu({ page, typed: 'delete', name: 'Delete Job' });
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();

  await chooseInMenu({ page, typed: 'signing', name: 'Settings: Signing Secret' });
  await expect(page).toHaveURL(/\/dashboard\/settings#signing$/);
  await expect(page.locator('#signing')).toBeInViewport();
});

test('the heading counts failing jobs and links to their list', async ({ page, facts, expectAccessible }) => {
  await makeJobs({ page, facts, count: 7 });
  await failJobs({ page, facts, count: 6 });
  await page.goto('/dashboard');
  const head = page.getByRole('main');
  for (const place of [1, 2, 3, 4, 5])
    await expect(head.getByRole('link', { name: `Job ${place}`, exact: true }).first()).toBeVisible();
  await expect(head.getByRole('link', { name: 'and 1 more' })).toBeVisible();
  await expectAccessible();
  await head.getByRole('link', { name: '6 failing' }).click();
  await expect(page).toHaveURL('/dashboard?filter=active&result=failed');
  await expect(page.getByText('Show all 6')).toBeVisible();
});

test('the show-all switch keeps its state until the next visit', async ({ page, facts }) => {
  await makeJobs({ page, facts, count: 7 });
  await page.goto('/dashboard');
  await untilHydrated(page);
  await expect(rows(page)).toHaveCount(5);
  const shows = page.getByRole('switch', { name: 'Show all 7' });
  await shows.check();
  await expect(rows(page)).toHaveCount(7);
  await page.goto('/dashboard');
  await untilHydrated(page);
  await expect(rows(page)).toHaveCount(7);
  await expect(shows).toBeChecked();
  await shows.uncheck();
  await expect(rows(page)).toHaveCount(5);
  await page.getByRole('link', { name: 'Name', exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(rows(page)).toHaveCount(5);
  await page.goto('/dashboard');
  await expect(rows(page)).toHaveCount(5);
});

test('a long schedule is not cut at 1280 px, and the focus ring of a name does not touch the line below', async ({
  page,
  facts,
}) => {
  await makeJob({
    page,
    name: 'Past the hour',
    url: `${facts.echoUrl}/e2e`,
    fields: { mode: 'cron', cronExpression: '2 * * * *' },
  });
  const stream = page.waitForResponse('**/dashboard/live');
  await page.goto('/dashboard');
  await stream;
  const schedule = page.getByText('At 2 minutes past the hour', { exact: true }).first();
  const cut = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: Element) =>
    scrollHeight > clientHeight || scrollWidth > clientWidth;
  expect(await schedule.evaluate(cut)).toBe(false);
  await page.keyboard.press('j');
  const name = page.getByRole('link', { name: 'Past the hour' }).first();
  await expect(name).toBeFocused();
  const { offset, gap } = await name.evaluate((link) => ({
    offset: getComputedStyle(link).outlineOffset,
    gap: (link.nextElementSibling?.getBoundingClientRect().top ?? 0) - link.getBoundingClientRect().bottom,
  }));
  expect(offset).toBe('0px');
  expect(gap).toBeGreaterThanOrEqual(0);
});

test.describe('at 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });

  test('the keys of a job work, and the sheet says where each one does', async ({
    page,
    facts,
    expectAccessible,
  }) => {
    await createJob({ page, url: `${facts.echoUrl}/e2e` });
    await untilHydrated(page);
    await page.keyboard.press('p');
    await said(page, 'Job paused successfully.');
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard Shortcuts' });
    for (const place of ['In Lists', 'On a Job or Its Row', 'On an Execution'])
      await expect(sheet.getByRole('region', { name: place })).toBeVisible();
    await expect(sheet.getByRole('region', { name: 'On an Execution' })).toContainText('Previous execution[');
    await expectAccessible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await page.keyboard.press('e');
    await expect(page).toHaveURL(/\/edit$/);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the show-all switch is remembered too', async ({ page, facts }) => {
    await makeJobs({ page, facts, count: 6 });
    await page.goto('/dashboard');
    await page.getByRole('switch', { name: 'Show all 6' }).check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(rows(page)).toHaveCount(6);
    await page.goto('/dashboard');
    await expect(rows(page)).toHaveCount(6);
    await page.getByRole('switch', { name: 'Show all 6' }).uncheck();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(rows(page)).toHaveCount(5);
    await page.goto('/dashboard');
    await expect(rows(page)).toHaveCount(5);
  });
});
