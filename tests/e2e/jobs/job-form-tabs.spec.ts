import { formSections } from '#app/presenters/job-form/form-sections.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { aName, createJob, fillJobForm, openField, openTabOf, untilHydrated } from '#tests/e2e/job-steps.ts';

// A refused form returns 400; the browser logs it.
test.use({ who: 'new', allowedErrors: [/status of 400/] });

const tabs = ['URL & Time', 'HTTP', 'Timeout', 'Criterion', 'Notifications', 'Status'];

test('the form has six tabs, each with its fields, and the address names the open one', async ({ page }) => {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await expect(page.getByRole('tab')).toHaveText(tabs);
  for (const [tab, label] of [
    ['HTTP', 'HTTP Method'],
    ['Timeout', 'Retry Count'],
    ['Criterion', 'Success Criterion'],
    ['Notifications', 'Notification Type'],
    ['Status', 'Job Status'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByLabel(label)).toBeVisible();
  }
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Status' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Job Name')).toBeHidden();
});

test('each tab counts its errors; the first one opens and its field has the focus', async ({ page }) => {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await page.getByLabel('Job Name').fill('Tabs');
  await page.getByLabel('Webhook URL').fill('https://example.com/');
  await (await openField({ page, label: 'Success Criterion' })).selectOption('body_match');
  await (await openField({ page, label: 'Accepted Statuses' })).fill('2xx');
  await (await openField({ page, label: 'Retry Count' })).fill('11');
  await openTabOf({ page, label: 'Job Status' });
  await page.getByRole('button', { name: 'Create Job' }).click();

  await expect(page.getByText('3 errors, in Timeout and Criterion')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Criterion 2 errors' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Timeout 1 error' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Retry Count')).toBeFocused();
  await expect(page.getByText('The retry count must be 10 or less.')).toBeVisible();
});

test('type and URL of a notification appear when they are needed', async ({ page }) => {
  await page.goto('/dashboard/jobs/create?tab=notifications');
  await untilHydrated(page);
  await expect(page.getByLabel('Notification Type')).toBeVisible();
  await expect(page.getByLabel('Notification URL')).toBeHidden();
  await page.getByLabel('Notification Type').selectOption('slack');
  await expect(page.getByLabel('Notification URL')).toBeVisible();
  await expect(page.getByLabel('Notification URL')).toHaveAttribute('type', 'url');
  await page.getByLabel('Notify', { exact: true }).selectOption('never');
  await expect(page.getByLabel('Notification Type')).toBeHidden();
  await expect(page.getByLabel('Notification URL')).toBeHidden();
});

test('the pattern field appears, with its name, if the criterion uses one', async ({ page }) => {
  await page.goto('/dashboard/jobs/create?tab=criterion');
  await untilHydrated(page);
  const pattern = page.locator('#job-successRegex');
  await expect(pattern).toBeHidden();
  await page.getByLabel('Success Criterion').selectOption('body_match');
  await expect(page.getByRole('textbox', { name: 'Success Pattern' })).toBeVisible();
  await page.getByLabel('Success Criterion').selectOption('body_fail_match');
  await expect(page.getByRole('textbox', { name: 'Failure Pattern' })).toBeVisible();
});

test('every part of a job is saved and appears in the cards of Edit', async ({ page, facts }) => {
  test.setTimeout(60_000);
  const externalId = aName('id').replace(' ', '-');
  await createJob({
    page,
    url: `${facts.echoUrl}/e2e`,
    fields: { Tags: 'nightly, billing', 'External Id': externalId, 'Accepted Statuses': '200-204,302' },
  });
  await page.getByRole('link', { name: 'Edit Job' }).click();
  await expect(page.getByRole('heading', { name: 'Edit Job', level: 1 })).toBeVisible();
  await untilHydrated(page);
  for (const head of ['Webhook Configuration', 'Advanced Settings', 'Criterion', 'Notifications'])
    await expect(page.getByRole('main').getByRole('heading', { name: head })).toBeVisible();
  await expect(page.getByLabel('Tags')).toHaveValue('nightly, billing');
  await expect(page.getByLabel('External Id')).toHaveValue(externalId);
  await expect(page.getByLabel('Accepted Statuses')).toHaveValue('200-204,302');

  await page.getByLabel('Notification Type').selectOption('webhook');
  await page.getByLabel('Notification URL').fill(`${facts.echoUrl}/notes`);
  await page.getByLabel('consecutive failures').fill('3');
  await page.getByRole('radio', { name: 'Queue' }).check();
  await page.getByLabel('If a run is missed').selectOption('none');
  await page.getByLabel('Sign each request').check();
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(page.getByText('Job updated successfully!', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Edit Job' }).click();
  await expect(page.getByLabel('Notification URL')).toHaveValue(`${facts.echoUrl}/notes`);
  await expect(page.getByLabel('consecutive failures')).toHaveValue('3');
  await expect(page.getByRole('radio', { name: 'Queue' })).toBeChecked();
  await expect(page.getByLabel('If a run is missed')).toHaveValue('none');
  await expect(page.getByLabel('Sign each request')).toBeChecked();
});

test("Builder and Advanced write the same expression, and each opens with the other's value", async ({
  page,
}) => {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  const modes = page.getByRole('radiogroup', { name: 'Schedule mode' });
  await modes.getByRole('radio', { name: 'Builder' }).check();
  await page.getByRole('combobox', { name: 'Hour' }).selectOption('9');
  for (const day of ['Monday', 'Friday']) await page.getByRole('checkbox', { name: day }).check();
  await expect(page.getByText('0 9 * * 1,5', { exact: true })).toBeVisible();
  await modes.getByRole('radio', { name: 'Advanced' }).check();
  await expect(page.getByRole('textbox', { name: 'Weekday' })).toHaveValue('1,5');
  await page.getByRole('textbox', { name: 'Weekday' }).fill('1-5');
  await modes.getByRole('radio', { name: 'Builder' }).check();
  await expect(page.getByRole('checkbox', { name: 'Wednesday' })).toBeChecked();
  await modes.getByRole('radio', { name: 'Cron Expression' }).check();
  await expect(page.getByRole('textbox', { name: 'Cron Expression' })).toHaveValue('0 9 * * 1-5');
  await expect(page.getByText('Every weekday at 09:00, America/New_York')).toBeVisible();
});

test('each picker of Builder writes its field, and the saved schedule is the chosen one', async ({
  page,
  facts,
}) => {
  const name = await fillJobForm({ page, url: `${facts.echoUrl}/e2e` });
  await untilHydrated(page);
  await page.getByRole('radio', { name: 'Builder' }).check();
  for (const [picker, choice, cron] of [
    ['Minute', 'At :05', '5 * * * *'],
    ['Hour', '09 to 17', '5 9-17 * * *'],
    ['Day', 'The last day', '5 9-17 L * *'],
    ['Month', 'Every quarter', '5 9-17 L */3 *'],
    ['Day', 'Every day', '5 9-17 * */3 *'],
  ] as const) {
    await page.getByRole('combobox', { name: picker, exact: true }).selectOption(choice);
    await expect(page.getByText(cron, { exact: true })).toBeVisible();
  }
  await page.getByRole('checkbox', { name: 'Sunday' }).check();
  await expect(page.getByText('5 9-17 * */3 0', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Create Job' }).click();
  await page.waitForURL('**/dashboard');
  await page.goto(`/dashboard?search=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name: `Edit ${name}` }).click();
  await page.getByRole('radio', { name: 'Cron Expression' }).check();
  await expect(page.getByRole('textbox', { name: 'Cron Expression' })).toHaveValue('5 9-17 * */3 0');
});

test('headers can be edited as rows or as JSON, which follow each other', async ({ page }) => {
  await page.goto('/dashboard/jobs/create?tab=http');
  await untilHydrated(page);
  await page.getByLabel('Header 1 name').fill('x-one');
  await page.getByLabel('Header 1 value').fill('1');
  const as = page.getByRole('radiogroup', { name: 'Headers as' });
  await as.getByRole('radio', { name: 'JSON' }).check();
  await expect(page.getByLabel('Headers (JSON)')).toHaveValue('{\n  "x-one": "1"\n}');
  await page.getByLabel('Headers (JSON)').fill('{"x-one":"1","x-two":"2"}');
  await as.getByRole('radio', { name: 'Rows' }).check();
  await expect(page.getByLabel('Header 2 name')).toHaveValue('x-two');
  await page.getByRole('button', { name: 'Remove header 1' }).click();
  await expect(page.getByLabel('Header 1 name')).toHaveValue('x-two');
});

test('a payload is checked with line and column, formatted, and completed', async ({ page }) => {
  await page.goto('/dashboard/jobs/create?tab=http');
  await untilHydrated(page);
  const payload = page.getByLabel('Payload (JSON)');
  await payload.fill('{"a": 1,\n "b" 2}');
  await expect(page.getByText('Not JSON: line 2, column 6. A colon is expected here.')).toBeVisible();
  await payload.fill('{"a":1}');
  await page.getByRole('button', { name: 'Format JSON' }).click();
  await expect(payload).toHaveValue('{\n  "a": 1\n}');
  await payload.fill('');
  await payload.pressSequentially('{{exe');
  const offered = page.getByRole('listbox', { name: 'Variables' });
  await expect(offered.getByRole('option')).toHaveText(['{{execution_id}}The same for all attempts']);
  await page.keyboard.press('Enter');
  await expect(payload).toHaveValue('{{execution_id}}');
  await page.getByRole('button', { name: 'Variables' }).click();
  await offered.getByRole('option', { name: '{{attempt}}' }).click();
  await expect(payload).toHaveValue('{{execution_id}}{{attempt}}');
});

test('an email address makes an email job, and the type says so', async ({ page }) => {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await page.getByLabel('Webhook URL').fill('mailto:ops@example.com');
  await expect(page.getByRole('radio', { name: 'Email' })).toBeChecked();
  await page.getByRole('tab', { name: 'HTTP' }).click();
  await expect(page.getByLabel('HTTP Method')).toBeHidden();
  await expect(page.getByText('An email job sends the payload as its text')).toBeVisible();
});

test('a job is created by keyboard alone, and so are the errors of its form corrected', async ({
  page,
  facts,
}) => {
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await page.getByLabel('Job Name').focus();
  const name = aName('Keys');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Webhook URL')).toBeFocused();
  await page.keyboard.type(`${facts.echoUrl}/e2e/keys`);
  await page.getByRole('tab', { name: 'URL & Time' }).focus();
  for (const tab of ['HTTP', 'Timeout']) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: tab })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Timeout (seconds)')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
});

for (const [width, looked] of [
  [1280, ['url', 'http', 'notifications']],
  [360, ['url']],
] as const) {
  test(`every tab is accessible and within ${width} px`, async ({ page, expectAccessible }) => {
    test.setTimeout(90_000);
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/dashboard/jobs/create');
    await untilHydrated(page);
    for (const { value, label } of formSections) {
      await page.getByRole('tab', { name: label }).click();
      if (looked.some((one) => one === value)) await expectAccessible();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
  });
}
