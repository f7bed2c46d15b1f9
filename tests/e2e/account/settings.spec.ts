import type { Page } from '@playwright/test';
import { caughtMail } from '#tests/e2e/caught-mail.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';
import { signIn } from '#tests/e2e/sign-in.ts';

const path = '/dashboard/settings';

async function open(page: Page, search = ''): Promise<void> {
  await page.goto(path + search);
  await untilHydrated(page);
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const keyBox = (page: Page) => page.getByRole('group', { name: 'Your API key' });
const toast = (page: Page, words: string) => page.getByText(words, { exact: true });
const question = (page: Page, name: string) => page.getByRole('alertdialog', { name });
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test.describe('a new account', () => {
  // A refused form returns 400; the browser logs it.
  test.use({
    who: 'new',
    permissions: ['clipboard-read', 'clipboard-write'],
    allowedErrors: [/status of 400/],
  });

  test('the page has every specified section with its texts', async ({ page }) => {
    await open(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
    const plan = section(page, 'Subscription');
    await expect(plan.getByText('0 of 10 jobs')).toBeVisible();
    await expect(plan.getByRole('list', { name: 'Features of Free' }).getByRole('listitem')).toHaveText([
      'Up to 10 jobs',
      '3-day log retention',
      'Basic notifications',
      'Custom headers and payloads',
    ]);
    for (const name of ['Basic notifications', 'advanced notifications', 'premium notifications'])
      await expect(plan.getByRole('link', { name, exact: true })).toHaveAttribute(
        'href',
        '/docs/notifications#channels-of-each-plan',
      );
    const profile = section(page, 'Profile Information');
    await expect(profile.getByLabel('Email')).toHaveAttribute('readonly', '');
    await expect(profile.getByText('Email cannot be changed', { exact: true })).toBeVisible();
    await expect(profile.getByRole('button', { name: 'Save Changes' })).toBeVisible();
    const figures = section(page, 'Account Statistics').locator('dl > div');
    await expect(figures).toHaveText([
      /^Total Jobs\s*0$/,
      /^Active Jobs\s*0$/,
      /^Recent Executions.*0$/,
      /^Success Rate.*N\/A$/,
      /^Account Age\s*0 days$/,
      /^Job Limit\s*10$/,
    ]);
    await expect(keyBox(page)).toHaveText('pnc_live_…');
    const sections = page.getByRole('navigation', { name: 'Sections of this page' });
    for (const name of ['Secrets', 'Sessions']) {
      await sections.getByRole('link', { name, exact: true }).click();
      await expect(section(page, name)).toBeInViewport();
    }
  });

  test('names are saved with the specified toast and shown in the menu, like the picture of the sign-in', async ({
    page,
  }) => {
    await open(page);
    const profile = section(page, 'Profile Information');
    await profile.getByLabel('First Name').fill('Ada');
    await profile.getByLabel('Last Name').fill('Lovelace');
    await profile.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page, 'Profile Updated')).toBeVisible();
    await page.reload();
    await untilHydrated(page);
    await expect(profile.getByLabel('First Name')).toHaveValue('Ada');
    await expect(profile.getByLabel('Last Name')).toHaveValue('Lovelace');
    await page.getByLabel('User menu').click();
    await expect(page.getByRole('banner').getByText('Ada Lovelace', { exact: true })).toBeVisible();
    const picture = page.getByRole('banner').locator('summary img');
    await expect(picture).toHaveAttribute('src', /^data:image/);
    expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  });

  test('mails are chosen by switches, and a new account gets a welcome mail', async ({
    page,
    facts,
    expectAccessible,
  }) => {
    // Account emails are sent once a minute.
    test.setTimeout(120_000);
    await open(page);
    const card = section(page, 'Mail');
    const paused = card.getByRole('switch', { name: 'Paused Jobs', exact: true });
    const weekly = card.getByRole('switch', { name: 'Weekly Summary', exact: true });
    await expect(paused).toBeChecked();
    await expect(weekly).not.toBeChecked();
    await weekly.check();
    await paused.uncheck();
    await card.getByRole('button', { name: 'Save Mail' }).click();
    await expect(toast(page, 'Mail Choices Saved')).toBeVisible();
    await page.reload();
    await untilHydrated(page);
    await expect(weekly).toBeChecked();
    await expect(paused).not.toBeChecked();
    await expectAccessible();

    const to = await section(page, 'Profile Information').getByLabel('Email').inputValue();
    const mail = await caughtMail({ facts, subject: 'Welcome to Punctual', to, withinMs: 90_000 });
    expect(mail).toContain('Create your first job');
    expect(mail).not.toContain('List-Unsubscribe');
  });

  test('the key is masked, shown, copied and regenerated; the old one stops working at once', async ({
    page,
    request,
  }) => {
    await open(page);
    const card = section(page, 'API Key');
    await card.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(keyBox(page)).toHaveText(/^pnc_live_\w{36}$/);
    const key = (await keyBox(page).textContent()) ?? '';
    await card.getByRole('button', { name: 'Copy' }).click();
    await expect(toast(page, 'API Key Copied')).toBeVisible();
    expect(await copied(page)).toBe(key);
    await card.getByRole('button', { name: 'Hide', exact: true }).click();
    await expect(keyBox(page)).not.toContainText(key);

    await card.getByRole('button', { name: 'Regenerate' }).click();
    const asked = question(page, 'Regenerate API Key?');
    await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await expect(card.getByRole('button', { name: 'Regenerate' })).toBeFocused();
    const call = (bearer: string) =>
      request.get('/api/v1/jobs', { headers: { authorization: `Bearer ${bearer}` } });
    expect((await call(key)).status()).toBe(403);
    await card.getByRole('button', { name: 'Regenerate' }).click();
    await asked.getByRole('button', { name: 'Regenerate' }).click();
    await expect(toast(page, 'API Key Regenerated')).toBeVisible();
    expect((await call(key)).status()).toBe(401);
    await expect(keyBox(page)).toHaveText(/^pnc_live_…\w{4}$/);
    await card.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(keyBox(page)).toHaveText(/^pnc_live_\w{36}$/);
    expect(await keyBox(page).textContent()).not.toBe(key);
  });

  test('a new key is shown once, listed with its scope and use, and revoked after a confirmation', async ({
    page,
  }) => {
    await open(page);
    const card = section(page, 'API Key');
    await card.getByRole('button', { name: 'Add Key' }).click();
    await expect(card.getByText('Give the key a name of 1 to 60 characters.')).toBeVisible();
    await expect(card.getByLabel('Name')).toBeFocused();
    await card.getByLabel('Name').fill('Deployments');
    await card.getByLabel('Scope').selectOption('Read and write');
    await card.getByRole('button', { name: 'Add Key' }).click();
    const made = page.getByRole('dialog', { name: 'API Key Created' });
    await expect(made.getByText('Copy it now: it is not shown again.')).toBeVisible();
    const key = (await made.getByRole('group', { name: 'The new API key' }).textContent()) ?? '';
    await made.getByRole('button', { name: 'Copy' }).click();
    await expect(toast(page, 'API Key Copied')).toBeVisible();
    expect(await copied(page)).toBe(key);
    await made.getByRole('button', { name: 'Close' }).click();
    const row = card.getByRole('row', { name: /Deployments/ });
    await expect(row).toContainText('Read and write');
    await expect(row).toContainText(`pnc_live_…${key.slice(-4)}`);
    await expect(row).toContainText('Never');
    await expect(card.getByText(key)).toHaveCount(0);

    await row.getByRole('button', { name: 'Revoke Deployments' }).click();
    await question(page, 'Revoke Deployments?').getByRole('button', { name: 'Revoke' }).click();
    await expect(toast(page, 'API Key Revoked')).toBeVisible();
    await expect(row).toHaveCount(0);
    await expect(card.getByLabel('Name')).toBeFocused();
  });

  test('a secret is saved, replaced and deleted, and its value is never shown', async ({ page }) => {
    await open(page);
    const card = section(page, 'Secrets');
    await expect(card.getByText(/^None yet\./)).toBeVisible();
    await card.getByLabel('Name').fill('BILLING-TOKEN');
    await card.getByLabel('Value').fill('canary');
    await card.getByRole('button', { name: 'Save Secret' }).click();
    await expect(card.getByText(/^A name has 1 to 64 letters/)).toBeVisible();
    await expect(card.getByLabel('Name')).toBeFocused();
    await expect(card.getByLabel('Value')).toHaveValue('canary');
    await card.getByLabel('Name').fill('BILLING_TOKEN');
    await card.getByRole('button', { name: 'Save Secret' }).click();
    await expect(toast(page, 'Secret Saved')).toBeVisible();
    await expect(card.getByLabel('Name')).toHaveValue('');
    await expect(card.getByLabel('Value')).toHaveValue('');
    const row = card.getByRole('row', { name: /BILLING_TOKEN/ });
    await expect(row).toBeVisible();
    await page.reload();
    expect(await page.content()).not.toContain('canary');
    await untilHydrated(page);
    await row.getByRole('button', { name: 'Delete BILLING_TOKEN' }).click();
    await question(page, 'Delete BILLING_TOKEN?').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Secret Deleted')).toBeVisible();
    await expect(card.getByText(/^None yet\./)).toBeVisible();
  });

  test('the signing secret is created, shown, rotated and removed', async ({ page }) => {
    await open(page);
    const card = section(page, 'Signing Secret');
    await card.getByRole('button', { name: 'Create Signing Secret' }).click();
    await expect(toast(page, 'Signing Secret Created')).toBeVisible();
    const box = page.getByRole('group', { name: 'Your signing secret' });
    await expect(box).toHaveText('whsec_…');
    await card.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(box).toHaveText(/^whsec_[\w+/]{43}=$/);
    const first = (await box.textContent()) ?? '';
    await card.getByRole('button', { name: 'Rotate' }).click();
    await question(page, 'Rotate Signing Secret?').getByRole('button', { name: 'Rotate' }).click();
    await expect(toast(page, 'Signing Secret Rotated')).toBeVisible();
    await expect(card.getByText(/^The previous secret also signs until/)).toBeVisible();
    await expect(box).toHaveText('whsec_…');
    await card.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(box).toHaveText(/^whsec_[\w+/]{43}=$/);
    expect(await box.textContent()).not.toBe(first);
    await card.getByRole('button', { name: 'Remove' }).click();
    await question(page, 'Remove Signing Secret?').getByRole('button', { name: 'Remove' }).click();
    await expect(toast(page, 'Signing Secret Removed')).toBeVisible();
    await expect(card.getByText('No secret yet, so nothing is signed.')).toBeVisible();
  });

  test('the default channel is validated, tested before it is saved, and kept', async ({ page, facts }) => {
    await open(page);
    const card = section(page, 'Default Notifications');
    await expect(card.getByLabel('Notification URL')).toBeHidden();
    await card.getByLabel('Notification Type').selectOption('Webhook');
    await card.getByLabel('Notification URL').fill('no address');
    await card.getByRole('button', { name: 'Save Channel' }).click();
    await expect(card.getByText(/^Enter a full URL/)).toBeVisible();
    await expect(card.getByLabel('Notification URL')).toBeFocused();
    await card.getByLabel('Notification URL').fill(`${facts.echoUrl}/e2e-notes`);
    await card.getByRole('button', { name: 'Send Test Notification' }).click();
    await expect(toast(page, 'Test notification sent by Webhook. Check whether it arrived.')).toBeVisible();
    await expect(card.getByLabel('Notification URL')).toHaveValue(`${facts.echoUrl}/e2e-notes`);
    await card.getByRole('button', { name: 'Save Channel' }).click();
    await expect(toast(page, 'Notification Channel Saved')).toBeVisible();
    await page.reload();
    await expect(card.getByLabel('Notification Type')).toHaveValue('webhook');
    await expect(card.getByLabel('Notification URL')).toHaveValue(`${facts.echoUrl}/e2e-notes`);
  });

  test('the theme and the shortcut switch are here too', async ({ page }) => {
    await open(page);
    const card = section(page, 'Appearance');
    await card.getByRole('radio', { name: 'Dark' }).check();
    expect(await page.evaluate(() => document.documentElement.className)).toBe('dark');
    const singles = card.getByRole('switch', { name: 'Single-Key Shortcuts' });
    await singles.click();
    await expect(singles).not.toBeChecked();
    await page.waitForLoadState('networkidle');
    await page.reload();
    await untilHydrated(page);
    await expect(singles).not.toBeChecked();
    await expect(card.getByRole('radio', { name: 'Dark' })).toBeChecked();
  });

  test('everything is downloaded as JSON', async ({ page }) => {
    await open(page);
    const email = await page.getByLabel('Email').inputValue();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export Everything' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^punctual-account-[\d-]{10}\.json$/);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ account: { email }, jobs: [] });
  });

  for (const [name, words] of [
    ['success', 'Subscription Updated'],
    ['canceled', 'Checkout Canceled'],
  ] as const) {
    test(`after a checkout with ${name} the toast is shown once and the address is clean`, async ({
      page,
    }) => {
      await open(page, `?${name}=true`);
      await expect(page).toHaveURL(path);
      await expect(toast(page, words)).toBeVisible();
      await page.reload();
      await untilHydrated(page);
      await expect(toast(page, words)).toHaveCount(0);
    });
  }
});

test.describe('a second browser', () => {
  test.use({ who: 'new', allowedErrors: [/status of 401/] });

  test('its session is listed and ended; signing out everywhere ends this one too', async ({
    page,
    browser,
    facts,
  }) => {
    await open(page);
    const email = await page.getByLabel('Email').inputValue();
    const context = await browser.newContext({
      baseURL: facts.url,
      storageState: { cookies: [], origins: [] },
    });
    const other = await context.newPage();
    await signIn({ page: other, email });

    await page.reload();
    await untilHydrated(page);
    const lines = section(page, 'Sessions').getByRole('listitem');
    await expect(lines).toHaveCount(2);
    await expect(lines.filter({ hasText: 'This one' })).toContainText(/Chrome on Linux/);
    await lines.getByRole('button', { name: /^End session/ }).click();
    await expect(toast(page, 'Session Ended')).toBeVisible();
    await expect(lines).toHaveCount(1);
    await other.goto('/dashboard');
    await expect(other).toHaveURL(/\/login\?/);
    await context.close();

    await expect.poll(() => page.evaluate(() => localStorage.getItem('jwt_token'))).not.toBeNull();
    await section(page, 'Sessions').getByRole('button', { name: 'Sign Out Everywhere' }).click();
    await question(page, 'Sign Out Everywhere?').getByRole('button', { name: 'Sign Out Everywhere' }).click();
    await expect(page.getByText('You are signed out everywhere.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('jwt_token'))).toBeNull();
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login/);
  });
});

test.describe('deletion', () => {
  // A refused form returns 400; the browser logs it.
  test.use({ who: 'new', allowedErrors: [/status of 40[01]/] });

  test('an account is deleted once its address is typed, and signing in again creates a new one', async ({
    page,
  }) => {
    await open(page);
    const email = await page.getByLabel('Email').inputValue();
    await page.getByLabel('First Name').fill('Before');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page, 'Profile Updated')).toBeVisible();
    await page.getByRole('link', { name: 'Delete Account' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete Account');
    await page.getByRole('button', { name: 'Delete Account' }).click();
    await expect(page.getByText(`Type ${email} to confirm.`)).toBeVisible();
    const field = page.getByLabel(`Type ${email} to confirm`);
    await expect(field).toBeFocused();
    await field.fill(email);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your account is deleted. Signing in again makes a new one.')).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('jwt_token'))).toBeNull();

    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('any password');
    await page.getByRole('button', { name: 'Sign In' }).click();
    // The provider may remember the consent.
    const consent = page.getByRole('button', { name: 'Continue' });
    const heading = page.getByRole('heading', { level: 1, name: 'Dashboard' });
    await consent.or(heading).waitFor();
    if (await consent.isVisible()) await consent.click();
    await heading.waitFor();
    await open(page);
    await expect(page.getByLabel('First Name')).not.toHaveValue('Before');
  });
});

test.describe('without JavaScript', () => {
  test.use({ who: 'new', javaScriptEnabled: false, allowedErrors: [/status of 400|favicon\.ico/] });

  test('names, secrets, keys and sessions work by plain forms', async ({ page }) => {
    await page.goto(path);
    await page.getByLabel('First Name').fill('Plain');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page, 'Profile Updated')).toBeVisible();
    await expect(page.getByLabel('First Name')).toHaveValue('Plain');

    const secrets = section(page, 'Secrets');
    await secrets.getByLabel('Name').fill('NO-SCRIPT');
    await secrets.getByLabel('Value').fill('canary');
    await secrets.getByRole('button', { name: 'Save Secret' }).click();
    await expect(secrets.getByText(/^A name has 1 to 64 letters/)).toBeVisible();
    await expect(secrets.getByLabel('Name')).toHaveValue('NO-SCRIPT');
    await secrets.getByLabel('Name').fill('NO_SCRIPT');
    await secrets.getByLabel('Value').fill('canary');
    await secrets.getByRole('button', { name: 'Save Secret' }).click();
    await expect(toast(page, 'Secret Saved')).toBeVisible();
    await secrets.getByRole('button', { name: 'Delete NO_SCRIPT' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete NO_SCRIPT?');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(toast(page, 'Secret Deleted')).toBeVisible();

    await page.getByRole('button', { name: 'Regenerate' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Regenerate API Key?');
    await page.getByRole('button', { name: 'Regenerate' }).click();
    await expect(toast(page, 'API Key Regenerated')).toBeVisible();
    await section(page, 'API Key').getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByText(/^pnc_live_\w{36}\s*$/)).toBeVisible();
  });
});

test.describe('on a slow machine', () => {
  test.use({ who: 'new' });

  test('the result of a button is shown, even if the button is gone before the response is rendered', async ({
    page,
  }) => {
    await open(page);
    test.setTimeout(120_000);
    const slow = await page.context().newCDPSession(page);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 12 });
    const card = section(page, 'Signing Secret');
    // Twelve times as slow as a machine that is slow itself.
    const patient = { timeout: 30_000 };
    for (const _ of ['once', 'and again']) {
      await expect(toast(page, 'Signing Secret Created')).toHaveCount(0, patient);
      await card.getByRole('button', { name: 'Create Signing Secret' }).click();
      await expect(toast(page, 'Signing Secret Created')).toBeVisible(patient);
      await card.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await expect(toast(page, 'Signing Secret Removed')).toBeVisible(patient);
    }
  });
});

// The other two are those of `npm run test:screens` (docs/design/interface.md section 7).
for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const) {
  test.describe(`${colorScheme} at ${width} px`, () => {
    test.use({ who: 'new', colorScheme, viewport: { width, height: 800 } });

    test('long names do not scroll sideways, and neither page nor dialog has accessibility violations', async ({
      page,
      expectAccessible,
    }) => {
      test.setTimeout(90_000);
      await open(page);
      const long = 'W'.repeat(60);
      await section(page, 'Profile Information').getByLabel('First Name').fill('W'.repeat(100));
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(toast(page, 'Profile Updated')).toBeVisible();
      const keys = section(page, 'API Key');
      await keys.getByLabel('Name').fill(long);
      await keys.getByRole('button', { name: 'Add Key' }).click();
      await page.getByRole('dialog', { name: 'API Key Created' }).waitFor();
      await expectAccessible();
      await page.keyboard.press('Escape');
      const secrets = section(page, 'Secrets');
      await secrets.getByLabel('Name').fill(long);
      await secrets.getByLabel('Value').fill('x');
      await secrets.getByRole('button', { name: 'Save Secret' }).click();
      await expect(toast(page, 'Secret Saved')).toBeVisible();
      await section(page, 'Signing Secret').getByRole('button', { name: 'Create Signing Secret' }).click();
      await expect(toast(page, 'Signing Secret Created')).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expectAccessible();
      await keys.getByRole('button', { name: `Revoke ${long}` }).click();
      await page.getByRole('alertdialog').waitFor();
      await expectAccessible();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Delete Account' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete Account');
      await expectAccessible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  });
}
