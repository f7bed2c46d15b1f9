import { pathToFileURL } from 'node:url';
import { pinnedNode } from '#dev/setup/pinned-node.mjs';
import { expect, test } from '#tests/e2e/fixtures.ts';

test('the product responds that it is up, and that all its dependencies are', async ({ request, facts }) => {
  expect((await request.get(facts.healthUrl)).status()).toBe(200);
  expect((await request.get('/readyz')).status()).toBe(200);
});

test('web and worker run on the pinned Node', async ({ request, facts }) => {
  const pinned = pinnedNode({ clone: pathToFileURL(`${process.cwd()}/`) });
  for (const url of [facts.webMetricsUrl, facts.workerMetricsUrl]) {
    const metrics = await (await request.get(url)).text();
    expect(metrics).toContain(`nodejs_version_info{version="v${pinned?.version}"`);
  }
});

test('dev.json names the four accounts, one of them an admin, each with a key', ({ facts }) => {
  const accounts = facts.accounts.map(({ email, tier, role }) => `${email} ${tier} ${role}`);
  expect(accounts.slice(0, 3)).toEqual([
    'free@punctual.test free user',
    'premium@punctual.test premium user',
    'ultimate@punctual.test ultimate user',
  ]);
  expect(facts.accounts.filter(({ role }) => role === 'admin').map(({ email }) => email)).toEqual([
    'admin@punctual.test',
  ]);
  for (const { apiKey } of facts.accounts) expect(apiKey).toMatch(/^pnc_live_[0-9A-Za-z]{36}$/);
});

test('a script gets an id_token of an account without a page', async ({ request, facts }) => {
  const response = await request.get(`${facts.identityTokenUrl}?email=premium@punctual.test`);
  const { id_token: token } = (await response.json()) as { id_token: string };
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;
  expect(claims).toMatchObject({ iss: facts.identityUrl, aud: 'punctual-dev', email_verified: true });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the sign-in works by plain forms', async ({ page }) => {
    await page.goto('/login');
    await page
      .getByRole('link', { name: 'Sign In' })
      .or(page.getByRole('button', { name: 'Sign In' }))
      .click();
    await page.getByLabel('Email').fill('free@punctual.test');
    await page.getByLabel('Password').fill('anything');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/dashboard/);
  });

  test('a refused consent leads back to the sign-in page with a message', async ({ page }) => {
    await page.goto('/login');
    await page
      .getByRole('link', { name: 'Sign In' })
      .or(page.getByRole('button', { name: 'Sign In' }))
      .click();
    await page.getByLabel('Email').fill('someone-who-refuses@example.test');
    await page.getByLabel('Password').fill('anything');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByRole('status')).toHaveText(
      'You did not agree to sign in. Nothing was changed; you can try again.',
    );
  });
});

test.describe('as the premium account', () => {
  test.use({ who: 'premium' });

  test('the dashboard lists the seeded jobs', async ({ page, expectAccessible }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('link', { name: 'Health ping, eu-west', exact: true })).toBeVisible();
    await expectAccessible();
  });
});
