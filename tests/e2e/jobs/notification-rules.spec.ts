import type { Page } from '@playwright/test';
import { accountOf, addChannel } from '#tests/e2e/account-rows.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createJob, fillJobForm, openMoreActions, openTabOf, untilHydrated } from '#tests/e2e/job-steps.ts';

test.use({ who: 'new', allowedErrors: [/status of 400/] });
test.describe.configure({ timeout: 90_000 });

const defaultsPage = '/dashboard/settings/rules';

async function addChannels({ page, facts }: { page: Page; facts: Parameters<typeof accountOf>[0]['facts'] }) {
  await page.goto('/dashboard/settings');
  const email = await page.getByLabel('Email', { exact: true }).inputValue();
  const userId = await accountOf({ facts, email });
  for (const name of ['#money', 'calm']) await addChannel({ facts, userId, name });
}

const row = (page: Page, number: number) => page.getByRole('group', { name: `Further channel ${number}` });
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true });

async function expectFits(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('a job is saved with two further channels, shown again, and its page says who hears of it and why', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await addChannels({ page, facts });
  const name = await fillJobForm({ page, url: `${facts.echoUrl}/e2e` });
  await untilHydrated(page);
  await openTabOf({ page, label: 'Notify' });
  await expect(row(page, 1)).toBeVisible();
  await expect(row(page, 2)).toBeHidden();
  await expect(row(page, 1).getByLabel('Failure', { exact: true })).toBeHidden();
  await row(page, 1).getByLabel('Channel', { exact: true }).selectOption('#money');
  await row(page, 1).getByLabel('consecutive failures').fill('3');
  await row(page, 2).getByLabel('Channel', { exact: true }).selectOption('calm');
  await expect(row(page, 3)).toBeVisible();
  for (const event of ['Failure', 'Recovery', 'Reminders of a failure', 'Missed run', 'Paused by Punctual'])
    await row(page, 2).getByLabel(event, { exact: true }).uncheck();
  await page.getByRole('button', { name: 'Create Job' }).click();
  await expect(row(page, 2).getByText('Choose at least one event', { exact: false })).toBeVisible();
  await expect(page.getByRole('tab', { name: /Notifications.*1/ })).toBeVisible();
  await row(page, 2).getByLabel('Certificate expires').check();
  await expectAccessible();
  await expectFits(page);
  await page.getByRole('button', { name: 'Create Job' }).click();
  await page.waitForURL('**/dashboard');

  await page.getByRole('link', { name, exact: true }).click();
  await expect(notifications(page)).toContainText(
    'Notified: #money (failure after 3, recovery, reminders of a failure, missed run, paused by Punctual), calm (certificate expires), because of this job’s settings.',
  );
  await expectAccessible();
  await expectFits(page);
  await notifications(page).getByRole('link', { name: 'Change notifications' }).click();
  await expect(row(page, 1).getByLabel('Channel', { exact: true })).toHaveValue('#money');
  await expect(row(page, 1).getByLabel('consecutive failures')).toHaveValue('3');
  await expect(row(page, 2).getByLabel('Certificate expires')).toBeChecked();
  await expect(row(page, 2).getByLabel('Failure', { exact: true })).not.toBeChecked();
  await untilHydrated(page);
  await row(page, 1).getByLabel('Channel', { exact: true }).selectOption('None');
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(notifications(page)).toContainText('Notified: calm (certificate expires), because of');
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('calm (certificate expires)');
});

test('defaults of a tag apply to its jobs, and an account without channels is led to them', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await page.goto(defaultsPage);
  await expect(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add a Channel' })).toHaveAttribute(
    'href',
    '/dashboard/settings/channels',
  );
  await fillJobForm({ page, url: `${facts.echoUrl}/e2e` });
  await untilHydrated(page);
  await openTabOf({ page, label: 'Notify' });
  await expect(page.getByRole('link', { name: 'add a channel' })).toBeVisible();

  await addChannels({ page, facts });
  await page.goto('/dashboard/settings');
  await page.getByRole('link', { name: 'notification defaults' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notification Defaults');
  await untilHydrated(page);
  await expect(page.getByLabel('Tag', { exact: true })).toBeHidden();
  await page.getByLabel('Jobs', { exact: true }).selectOption('Jobs with a tag');
  await page.getByRole('button', { name: 'Save Default' }).click();
  await expect(page.getByText('Enter the tag of the jobs.')).toBeVisible();
  await page.getByLabel('Tag', { exact: true }).fill('billing');
  await page.getByLabel('Channel', { exact: true }).selectOption('#money');
  await page.getByRole('button', { name: 'Save Default' }).click();
  await expect(page.getByText('Jobs tagged billing notify #money', { exact: true })).toBeVisible();
  await expectAccessible();
  await expectFits(page);

  await createJob({ page, url: `${facts.echoUrl}/e2e`, fields: { Tags: 'billing' } });
  await expect(notifications(page)).toContainText(/Notified: #money \(.*\), because of the tag billing\./);
  await openMoreActions(page);
  await page.getByRole('link', { name: 'Edit Job' }).click();
  await untilHydrated(page);
  await page.getByLabel('Notify', { exact: true }).selectOption('Never');
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(notifications(page)).toContainText('Not notified: #money');
});

test.describe('without JavaScript, dark, at 360 px', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 }, colorScheme: 'dark' });

  test('rules of a job and defaults are plain forms', async ({ page, facts }) => {
    await addChannels({ page, facts });
    const name = await fillJobForm({ page, url: `${facts.echoUrl}/e2e` });
    await row(page, 1).getByLabel('Channel', { exact: true }).selectOption('calm');
    await row(page, 1).getByLabel('consecutive failures').fill('0');
    await page.getByRole('button', { name: 'Create Job' }).click();
    await expect(page.getByText('Enter a whole number of failures from 1 to 1000.')).toBeVisible();
    await row(page, 1).getByLabel('consecutive failures').fill('2');
    await page.getByRole('button', { name: 'Create Job' }).click();
    await page.goto('/dashboard');
    await page.getByRole('link', { name, exact: true }).click();
    await expect(notifications(page)).toContainText('Notified: calm (failure after 2');

    await page.goto(defaultsPage);
    await page.getByLabel('Channel', { exact: true }).selectOption('calm');
    await page.getByRole('button', { name: 'Save Default' }).click();
    await page.getByRole('link', { name: 'Change All jobs notify calm' }).click();
    await page.getByLabel('Reminders of a failure').uncheck();
    await page.getByRole('button', { name: 'Save Default' }).click();
    await expect(page.getByText('failure, recovery, missed run, paused by Punctual')).toBeVisible();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await page.getByRole('button', { name: 'Remove All jobs notify calm' }).click();
    await expect(page.getByRole('heading', { name: 'No defaults yet' })).toBeVisible();
  });
});
