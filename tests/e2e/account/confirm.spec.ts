import type { Page } from '@playwright/test';
import { accountOn, ageSignIn, makePremium } from '#tests/e2e/account-rows.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';

// A sign-in that is too old for the key is confirmed at the provider (security.md section 4).

test.use({ who: 'new' });

async function confirm({ page, email }: { page: Page; email: string }): Promise<void> {
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Password').fill('any password');
  await page.getByRole('button', { name: 'Sign In' }).click();
}

const why = 'To show the key, sign in again: your last sign-in was more than 30 minutes ago.';

/** Reads the reason and continues to the provider. */
async function signInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: 'Sign In Again?' });
  await expect(dialog).toContainText(why);
  await dialog.getByRole('button', { name: 'Sign In Again' }).click();
}

const keyBox = (page: Page) => page.getByRole('group', { name: 'Your API key' });
const masked = /^pnc_live_…/;
const inTheClear = /^pnc_live_[0-9A-Za-z]{36}$/;

test('a sign-in of an hour ago is confirmed again, then the browser returns with a token of the new session', async ({
  page,
  request,
  facts,
}) => {
  await page.goto('/auth/confirm?redirectTo=/dashboard/settings');
  await expect(page).toHaveURL('/dashboard/settings');
  const { id, email, token: former } = await accountOn(page);
  const headers = { authorization: `Bearer ${former}` };
  await ageSignIn({ facts, userId: id });
  expect((await request.post('/api/v1/auth/api-key/reveal', { headers })).status()).toBe(403);

  await page.goto('/auth/confirm?redirectTo=/dashboard/settings');
  await confirm({ page, email });
  await page.waitForURL('**/dashboard/settings');
  const storedToken = () => page.evaluate(() => localStorage.getItem('jwt_token'));
  await expect.poll(storedToken).not.toBe(former);
  const fresh = { authorization: `Bearer ${(await storedToken()) ?? ''}` };
  expect((await request.post('/api/v1/auth/api-key/reveal', { headers: fresh })).status()).toBe(200);
  expect((await request.get('/api/v1/auth/user', { headers })).status()).toBe(401);
});

test.describe('on the API page', () => {
  // The first call for the key is refused.
  test.use({ allowedErrors: [/status of 403/] });

  test('Show leads to the provider and back to the page, which then shows the key', async ({
    page,
    facts,
  }) => {
    await page.goto('/dashboard');
    const { id, email } = await accountOn(page);
    await makePremium({ facts, userId: id });
    await ageSignIn({ facts, userId: id });
    await page.goto('/dashboard/api-docs?lang=go');
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await signInAgain(page);

    await confirm({ page, email });
    await expect(page).toHaveURL('/dashboard/api-docs?lang=go');
    await expect(keyBox(page)).toHaveText(inTheClear);
    await expect(page.getByRole('region', { name: 'Example in Go', exact: true })).toContainText(
      (await keyBox(page).textContent()) ?? 'no key',
    );
    // It is shown once: the page opens masked again.
    await page.reload();
    await untilHydrated(page);
    await expect(keyBox(page)).toHaveText(masked);
  });

  test('turning back at the provider says so, and the key stays masked', async ({ page, facts }) => {
    await page.goto('/dashboard');
    const { id } = await accountOn(page);
    await makePremium({ facts, userId: id });
    await ageSignIn({ facts, userId: id });
    await page.goto('/dashboard/api-docs');
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await signInAgain(page);

    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL('**/dashboard**');
    await expect(page.getByText('Not Confirmed', { exact: true })).toBeVisible();
    await page.goto('/dashboard/api-docs');
    await expect(keyBox(page)).toHaveText(masked);
  });
});

test.describe('on the settings page', () => {
  test.use({ allowedErrors: [/status of 403/] });

  test('Show says why it asks, Cancel stays on the page, and the way back ends at the card', async ({
    page,
    facts,
    expectAccessible,
  }) => {
    await page.goto('/dashboard');
    const { id, email } = await accountOn(page);
    await ageSignIn({ facts, userId: id });
    await page.goto('/dashboard/settings');
    await untilHydrated(page);
    const card = page.getByRole('region', { name: 'API Key', exact: true });
    const show = card.getByRole('button', { name: 'Show', exact: true });
    await show.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Sign In Again?' });
    await expect(dialog).toContainText(why);
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(show).toBeFocused();
    await expect(page).toHaveURL('/dashboard/settings');

    await show.press('Enter');
    await signInAgain(page);
    await confirm({ page, email });
    await expect(page).toHaveURL('/dashboard/settings#api-keys');
    await expect(card.getByRole('group', { name: 'Your API key' })).toHaveText(inTheClear);
    await expect(card.getByRole('button', { name: 'Hide', exact: true })).toBeFocused();
    await expect(card).toBeInViewport();
  });
});

test('without JavaScript the form leads to the provider and back, and then responds with the key as text', async ({
  page,
  browser,
  facts,
}) => {
  await page.goto('/dashboard');
  const { id, email } = await accountOn(page);
  await makePremium({ facts, userId: id });
  await ageSignIn({ facts, userId: id });
  const storageState = await page.context().storageState();
  // Its session ends with the confirmation.
  await page.close();
  const context = await browser.newContext({ baseURL: facts.url, javaScriptEnabled: false, storageState });
  const plain = await context.newPage();
  await plain.goto('/dashboard/api-docs');
  await plain.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(plain.getByText(why)).toBeVisible();
  await plain.getByRole('link', { name: 'Sign In Again' }).click();
  await confirm({ page: plain, email });
  await plain.waitForURL('**/dashboard/api-docs?reveal=key');
  await plain.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(plain.getByText(/^pnc_live_[0-9A-Za-z]{36}\s*$/)).toBeVisible();
  await context.close();
});
