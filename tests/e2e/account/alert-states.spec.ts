import { mkdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { addIncidents, fillAlerts, longName } from '#tests/e2e/alert-rows.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openTabOf, untilHydrated } from '#tests/e2e/job-steps.ts';

// The screens of alerts with as many rows as there may be, with the longest names, and with refused forms.

// A refused form returns 400; the browser logs it.
test.use({ who: 'new', allowedErrors: [/status of 400/] });
test.describe.configure({ timeout: 150_000 });

const looks = [
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
  { width: 360, theme: 'light' },
  { width: 360, theme: 'dark' },
] as const;

/** Pictures of the screens, if a folder is named. */
async function picture({ page, name }: { page: Page; name: string }): Promise<void> {
  const folder = process.env.PUNCTUAL_SCREENS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Checks a page in each look: axe in the first and the last, no sideways scroll in all. */
async function expectSound({
  page,
  name,
  expectAccessible,
}: {
  page: Page;
  name: string;
  expectAccessible: () => Promise<void>;
}): Promise<void> {
  for (const [index, { width, theme }] of looks.entries()) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${page.url()} at ${width} px`).toBeLessThanOrEqual(0);
    await picture({ page, name: `${name}.${theme}.${width}` });
    if (index === 0 || index === looks.length - 1) await expectAccessible();
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('50 channels, 50 defaults, 200 incidents and 10 event subscriptions with long names stay usable', async ({
  page,
  facts,
  expectAccessible,
}) => {
  const { userId, jobId, channels } = await fillAlerts({ page, facts });
  await addIncidents({ facts, userId, jobId, count: 200 });
  const sound = async (name: string, path: string) => {
    await page.goto(path);
    await untilHydrated(page);
    await expectSound({ page, name, expectAccessible });
  };

  await sound('channels', '/dashboard/settings/channels');
  await expect(page.getByText('50 of 50')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(51);
  await expect(page.getByRole('link', { name: 'Add Channel' })).toHaveAttribute('aria-disabled', 'true');

  await page.getByRole('link', { name: channels[49] ?? '' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(channels[49] ?? '');
  await page.getByRole('button', { name: 'Send Test' }).click();
  await expect(page.getByText('Delivered', { exact: true })).toBeVisible();
  await sound('channel', page.url());

  await sound('rules', '/dashboard/settings/rules');
  await expect(page.getByRole('button', { name: /^Remove Jobs tagged/ })).toHaveCount(50);
  await page.getByRole('link', { name: `Change Jobs tagged ${longName(49, 30)}` }).click();
  await expect(page.getByLabel('Channel', { exact: true })).toHaveValue(channels[49] ?? '');
  await expect(page.getByLabel('Channel', { exact: true })).toBeInViewport();

  await sound('incidents', '/dashboard/incidents?status=');
  await expect(page.getByText('Page 1 of 10')).toBeVisible();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByText('Page 2 of 10')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(21);
  await page.getByLabel('Status', { exact: true }).selectOption('Open');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: longName(0, 100) }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(longName(0, 100));
  await sound('incident', page.url());

  await page.goto(`/dashboard/jobs/${jobId}/edit`);
  await untilHydrated(page);
  await openTabOf({ page, label: 'Notify' });
  const choice = page
    .getByRole('group', { name: 'Further channel 1' })
    .getByLabel('Channel', { exact: true });
  await expect(choice.getByRole('option')).toHaveCount(51);
  await choice.selectOption(channels[49] ?? '');
  await expectSound({ page, name: 'job-rules', expectAccessible });

  await page.goto('/dashboard/settings#event-subscriptions');
  const card = page.getByRole('region', { name: 'Event Subscriptions', exact: true });
  await expect(card.getByText('10 of 10')).toBeVisible();
  await expect(card.getByRole('link', { name: 'New Event Subscription' })).toHaveCount(0);
  await sound('event-subscriptions', '/dashboard/settings');
  await card.getByRole('listitem').first().getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Delivery Log' })).toBeVisible();
  await sound('event-subscription', page.url());
});

/** Fills in a field and reads it again after the form was refused. */
const kept = ({ page, label, text }: { page: Page; label: string; text: string }) =>
  expect(page.getByLabel(label, { exact: true })).toHaveValue(text);

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('refused forms keep what was typed, with each error at its field', async ({
      page,
      facts,
      expectAccessible,
    }) => {
      const sound = (name: string) =>
        javaScriptEnabled ? expectSound({ page, name, expectAccessible }) : null;
      await page.goto('/dashboard/settings/channels/new?kind=slack');
      if (javaScriptEnabled) await untilHydrated(page);
      await page.getByLabel('Name', { exact: true }).fill('n'.repeat(51));
      await page.getByLabel('Webhook URL', { exact: true }).fill('https://example.com/not-slack');
      await page.getByRole('checkbox', { name: /^Quiet Hours/ }).check();
      await page.getByLabel('From', { exact: true }).fill('21:15');
      await page.getByRole('button', { name: 'Add Channel' }).click();
      await expect(page.locator('#channel-url-error')).toContainText('A Slack URL begins with');
      await expect(page.locator('#channel-name-error')).toBeVisible();
      await kept({ page, label: 'Name', text: 'n'.repeat(51) });
      await kept({ page, label: 'Webhook URL', text: 'https://example.com/not-slack' });
      await kept({ page, label: 'From', text: '21:15' });
      await sound('channel-refused');

      await page.getByLabel('Name', { exact: true }).fill('#ops');
      await page.getByLabel('Webhook URL', { exact: true }).fill(`${facts.receiversUrl}/slack/states`);
      await page.getByRole('button', { name: 'Add Channel' }).click();
      await expect(page.getByRole('heading', { name: '#ops', level: 1 })).toBeVisible();

      await page.goto('/dashboard/settings/rules');
      if (javaScriptEnabled) await untilHydrated(page);
      await page.getByLabel('Jobs', { exact: true }).selectOption('Jobs with a tag');
      await page.getByLabel('Tag', { exact: true }).fill('one, two');
      await page.getByLabel('Channel', { exact: true }).selectOption('#ops');
      await page.getByLabel('Late run').check();
      await page.getByLabel('consecutive failures').fill('0');
      await page.getByRole('button', { name: 'Save Default' }).click();
      await expect(page.locator('#default-tag-error')).toContainText('Enter one tag, without a comma.');
      await expect(page.locator('#default-after-error')).toContainText('from 1 to 1000');
      await kept({ page, label: 'Tag', text: 'one, two' });
      await kept({ page, label: 'Channel', text: '#ops' });
      await kept({ page, label: 'consecutive failures', text: '0' });
      await expect(page.getByLabel('Late run')).toBeChecked();
      await sound('rule-refused');
    });
  });
