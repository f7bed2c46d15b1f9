import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { StackFacts } from '#dev/stack/facts.ts';
import { accountOn, makePremium, makeUltimate } from '#tests/e2e/account-rows.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { aName, untilHydrated } from '#tests/e2e/job-steps.ts';

// A refused form returns 400; the browser logs it.
test.use({ who: 'new', allowedErrors: [/status of 400/] });

const path = '/dashboard/settings/channels/new?kind=webhook';
const template = (page: Page) => page.getByRole('textbox', { name: 'Template', exact: true });
const preview = (page: Page) => page.getByRole('region', { name: 'Preview', exact: true });
const toast = (page: Page, words: string) => page.getByText(words, { exact: true });
const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** An account on Ultimate, with the form of a webhook open and its name and URL filled in. */
async function openForm({
  page,
  facts,
  url,
}: {
  page: Page;
  facts: StackFacts;
  url: string;
}): Promise<number> {
  await page.goto('/dashboard');
  const { id } = await accountOn(page);
  await makeUltimate({ facts, userId: id });
  await page.goto(path);
  await page.getByLabel('Name', { exact: true }).fill(aName('Hook'));
  await page.getByRole('textbox', { name: 'URL' }).fill(url);
  return id;
}

/** The request that the receiver of webhooks got at a path. */
async function arrived({ page, facts, at }: { page: Page; facts: StackFacts; at: string }) {
  const response = await page.request.get(`${facts.receiversUrl}/messages?kind=webhook`);
  const { messages } = (await response.json()) as {
    messages: { path: string; body: string; headers: Record<string, string>; problems: string[] }[];
  };
  return messages.find((message) => message.path === at);
}

test('a template is previewed, saved and sent, and its errors name the place', async ({
  page,
  facts,
  expectAccessible,
}) => {
  const at = `/webhook/own/${randomUUID()}`;
  const userId = await openForm({ page, facts, url: `${facts.receiversUrl}${at}` });
  await untilHydrated(page);
  await expect(template(page)).toBeHidden();
  await page.getByRole('radio', { name: /^Custom template/ }).check();
  await page.getByText('Variables and filters').click();
  await expect(page.getByText('run.status_code', { exact: true })).toBeVisible();
  await expectAccessible();

  await template(page).fill('{\n  "job": {{job.title}}\n}');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.locator('#channel-template-error')).toContainText(
    'Line 2, column 10: There is no variable job.title. Choose one of job.id',
  );
  await expect(template(page)).toBeFocused();
  await expectAccessible();

  await template(page).fill('{"job": {{job.name}}, "type": "{{event.type}}", "code": {{run.status_code}}}');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(preview(page)).toContainText('{"job": "Nightly invoices", "type": "job.failed", "code": 503}');
  await expect(preview(page)).toContainText('With an example event');
  await expect(preview(page)).toBeFocused();
  await expectAccessible();
  // Enter in a field saves; it does not press Preview.
  await page.getByLabel('Name', { exact: true }).press('Enter');
  await expect(toast(page, 'Channel Added')).toBeVisible();

  await page.getByRole('button', { name: 'Send Test' }).click();
  await expect(page.getByRole('region', { name: 'Last Delivery' }).getByText('Delivered')).toBeVisible();
  const message = await arrived({ page, facts, at });
  expect(message).toMatchObject({
    ...{ problems: [], body: '{"job": "Nightly invoices", "type": "test", "code": 503}' },
    headers: { 'content-type': 'application/json' },
  });

  await makePremium({ facts, userId });
  await page.reload();
  await expect(page.getByText('The standard body is sent, because your plan')).toBeVisible();
  await page.getByText('Saved template', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'Saved template' })).toContainText('{{job.name}}');
  await expectAccessible();
  await page.getByLabel('Remove the saved template').check();
  await page.getByRole('button', { name: 'Save Channel' }).click();
  await expect(page.getByText(/^The standard body is sent: JSON/)).toBeVisible();
});

test('long templates and bodies stay inside a screen of 360 px, in dark colors too', async ({
  page,
  facts,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await openForm({ page, facts, url: `${facts.receiversUrl}/webhook/own` });
  await untilHydrated(page);
  await page.getByRole('radio', { name: /^Custom template/ }).check();
  await page.getByText('Variables and filters').click();
  await template(page).fill(`{"${'long'.repeat(500)}": "{{event.text}}"}`);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(preview(page)).toContainText('Nightly invoices failed');
  expect(await width(page)).toBeLessThanOrEqual(360);
  await expectAccessible();
  await template(page).fill(`{{${'x'.repeat(190)}}}`);
  await page.getByRole('button', { name: 'Add Channel' }).click();
  await expect(page.locator('#channel-template-error')).toContainText('There is no variable xxx');
  expect(await width(page)).toBeLessThanOrEqual(360);
});

test.describe('without JavaScript', () => {
  test.use({ who: 'ultimate', javaScriptEnabled: false });

  test('a template is previewed and saved by plain forms, with what was typed', async ({ page, facts }) => {
    const name = aName('Plain hook');
    await page.goto(path);
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('textbox', { name: 'URL' }).fill(`${facts.receiversUrl}/webhook/own`);
    await page.getByRole('radio', { name: /^Custom template/ }).check();
    await page.getByLabel('Format').selectOption('text');
    await template(page).fill('Type {{event.type');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await expect(page.getByText('Line 1, column 6: These braces open a variable')).toBeVisible();
    await expect(page.getByLabel('Format')).toHaveValue('text');
    await template(page).fill('Type {{event.type}} \u{1F4E8}');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await expect(preview(page)).toContainText(/Type [a-z_.]+ \u{1F4E8}/u);
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
    await page.getByRole('button', { name: 'Add Channel' }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(template(page)).toHaveValue('Type {{event.type}} \u{1F4E8}');
    await page.getByRole('link', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete Channel' }).click();
    await expect(page.getByRole('heading', { name: 'Channels', level: 1 })).toBeVisible();
  });
});
