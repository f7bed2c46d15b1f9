import pg from 'pg';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { aName, openField, openTabOf, untilHydrated } from '#tests/e2e/job-steps.ts';

// A session that ends while a form is filled in: no typed text is lost.

test.use({ who: 'new', allowedErrors: [/status of 401/] });

test('a form sent after its session has ended is filled in again after the sign-in, and then saved', async ({
  page,
  facts,
}) => {
  test.setTimeout(60_000);
  await page.goto('/dashboard/settings');
  const email = await page.getByLabel('Email').inputValue();
  const endSessions = async () => {
    const client = new pg.Client({ connectionString: facts.databaseUrl });
    await client.connect();
    await client.query(
      `delete from "Session" where "userId" = (select "id" from "User" where "email" = $1)`,
      [email],
    );
    await client.end();
  };
  const confirm = async () => {
    await page.getByRole('button', { name: 'Sign In' }).click();
    // The provider may know the browser, and its consent.
    const password = page.getByLabel('Password');
    const consent = page.getByRole('button', { name: 'Continue' });
    const back = page.getByRole('heading', { level: 1, name: 'Create Job' });
    await password.or(consent).or(back).first().waitFor();
    if (await password.isVisible()) {
      await page.getByLabel('Email').fill(email);
      await password.fill('any password');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await consent.or(back).first().waitFor();
    }
    if (await consent.isVisible()) await consent.click();
  };

  const name = aName('Kept');
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await page.getByLabel('Job Name').fill(name);
  await page.getByLabel('Webhook URL').fill(`${facts.echoUrl}/kept`);
  await page.getByRole('radio', { name: 'Cron Expression' }).check();
  await page.getByRole('textbox', { name: 'Cron Expression' }).fill('15 6 * * 1-5');
  await (await openField({ page, label: 'Headers (JSON)' })).fill('{"x-kept": "yes"}');
  await endSessions();
  await page.getByRole('button', { name: 'Create Job' }).last().click();

  await expect(
    page.getByText('Your session has ended. Sign in again to go on where you were.'),
  ).toBeVisible();
  await confirm();
  await expect(
    page.getByText('What you typed before you signed in again is back. It is not saved yet.'),
  ).toBeVisible();
  await openTabOf({ page, label: 'Job Name' });
  await expect(page.getByLabel('Job Name')).toHaveValue(name);
  await expect(page.getByLabel('Webhook URL')).toHaveValue(`${facts.echoUrl}/kept`);
  await expect(page.getByRole('textbox', { name: 'Cron Expression' })).toHaveValue('15 6 * * 1-5');
  await expect(page.getByText('Every weekday at 06:15, America/New_York').first()).toBeVisible();
  await expect(await openField({ page, label: 'Headers (JSON)' })).toHaveValue(/"x-kept": "yes"/);
  expect(await page.evaluate(() => sessionStorage.getItem('kept-form'))).toBeNull();
  await page.getByRole('button', { name: 'Create Job' }).last().click();
  await expect(page.getByText('Job created successfully', { exact: true })).toBeVisible();

  // The form is empty when it is opened again.
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await expect(page.getByLabel('Job Name')).toHaveValue('');
});

test("a form left within the same sign-in is empty again, and another person's text is never shown", async ({
  page,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await page.getByLabel('Job Name').pressSequentially('Left');
  await page.reload();
  await untilHydrated(page);
  await expect(page.getByLabel('Job Name')).toHaveValue('');

  await page.evaluate(() => {
    const other = { sessionId: 0, email: 'somebody@else.example', at: '/dashboard/jobs/create' };
    sessionStorage.setItem('kept-form', JSON.stringify({ ...other, fields: [['name', 'Not mine']] }));
  });
  await page.goto('/dashboard/jobs/create');
  await untilHydrated(page);
  await expect(page.getByLabel('Job Name')).toHaveValue('');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('kept-form'))).toBeNull();
});
