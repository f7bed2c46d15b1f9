import type { Page } from '@playwright/test';
import type { StackFacts } from '#dev/stack/facts.ts';
import { accountOn, endSessions, makePremium } from '#tests/e2e/account-rows.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { untilHydrated } from '#tests/e2e/job-steps.ts';

// API calls that a page makes itself with the product token (specification sections 7 and 8, D21); here the one
// that shows the key.

const reveal = '/api/v1/auth/api-key/reveal';
const newToken = ['200 /dashboard/token', '200 /api/v1/auth/token'];

/** Requests for the token and with it, with the status of the response. */
function asksOf(page: Page): string[] {
  const asks: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/\/token$|\/reveal$/.test(pathname)) asks.push(`${response.status()} ${pathname}`);
  });
  return asks;
}

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('jwt_token'));
const show = (page: Page) => page.getByRole('button', { name: 'Show', exact: true }).click();
const keyBox = (page: Page) => page.getByRole('group', { name: 'Your API key' });
const inTheClear = /^pnc_live_[0-9A-Za-z]{36}$/;

test.use({ who: 'new', allowedErrors: [/status of (?:40[13]|50[023])/] });

/** The API page of an account that has it, with its token. */
async function openDocs({ page, facts, search = '' }: { page: Page; facts: StackFacts; search?: string }) {
  await page.goto('/dashboard');
  const account = await accountOn(page);
  await makePremium({ facts, userId: account.id });
  await page.goto(`/dashboard/api-docs${search}`);
  await untilHydrated(page);
  return account;
}

test('with a valid token the call is made at once', async ({ page, facts }) => {
  await openDocs({ page, facts });
  const asks = asksOf(page);
  await show(page);
  await expect(keyBox(page)).toHaveText(inTheClear);
  expect(asks).toEqual([`200 ${reveal}`]);
});

test('without a token one is requested first', async ({ page, facts }) => {
  await openDocs({ page, facts });
  await page.evaluate(() => localStorage.removeItem('jwt_token'));
  const asks = asksOf(page);
  await show(page);
  await expect(keyBox(page)).toHaveText(inTheClear);
  expect(asks).toEqual([...newToken, `200 ${reveal}`]);
  expect(await storedToken(page)).toMatch(/^eyJ/);
});

test('a refused token is renewed, and the call repeated once', async ({ page, facts }) => {
  const { token } = await openDocs({ page, facts });
  // A token of this session, far from its end, with an invalid signature.
  const forged = token.replace(/(?<=\.)[^.]+$/, 'A'.repeat(43));
  await page.evaluate((text) => localStorage.setItem('jwt_token', text), forged);
  const asks = asksOf(page);
  await show(page);
  await expect(keyBox(page)).toHaveText(inTheClear);
  expect(asks).toEqual([`401 ${reveal}`, ...newToken, `200 ${reveal}`]);
  expect(await storedToken(page)).not.toBe(forged);
});

test('after a sign-out elsewhere it is an authentication error: the token is removed, and after 1.5 seconds the page is left', async ({
  page,
  facts,
}) => {
  const begin = Date.now();
  await page.clock.install({ time: begin });
  const { id } = await openDocs({ page, facts, search: '?lang=python' });
  // From here on the clock is stopped, however long the page takes to show the message.
  await page.clock.pauseAt(begin + 5 * 60_000);
  await endSessions({ facts, userId: id });
  await show(page);
  await expect(page.getByText('Authentication Error', { exact: true })).toBeVisible();
  await expect(page.getByText('Please log in again to continue.', { exact: true })).toBeVisible();
  expect(await storedToken(page)).toBeNull();
  await page.clock.runFor(1_400);
  await expect(page).toHaveURL('/dashboard/api-docs?lang=python');
  await page.clock.runFor(200);
  await page.waitForURL(/\/login\?reason=expired&redirectTo=%2Fdashboard%2Fapi-docs%3Flang%3Dpython$/);
});

test('a refusal is shown under its title; its details may be JSON text (D44)', async ({ page, facts }) => {
  await openDocs({ page, facts });
  const refuse = (details: unknown) =>
    page.route(
      `**${reveal}`,
      (route) => {
        const error = { type: 'authorization_error', message: 'This account is suspended.', details };
        return route.fulfill({ status: 403, json: { success: false, data: null, error } });
      },
      { times: 1 },
    );
  await refuse({ reason: 'suspended' });
  await show(page);
  await expect(page.getByText('Access Denied', { exact: true })).toBeVisible();
  await expect(page.getByText('This account is suspended.', { exact: true })).toBeVisible();
  await expect(keyBox(page)).toHaveText(/…/);

  // This sign-in is recent: the confirmation returns at once, and the page continues with the reveal.
  await refuse(JSON.stringify({ reason: 'sign_in_too_old' }));
  await show(page);
  await page.getByRole('button', { name: 'Sign In Again' }).click();
  await expect(keyBox(page)).toHaveText(inTheClear);
});

test("a server failure is titled Server Error with the server's message; an unrecognized failure has the default message", async ({
  page,
  facts,
}) => {
  await openDocs({ page, facts });
  const response = (response: { status: number; body?: string; json?: unknown }) =>
    page.route(`**${reveal}`, (route) => route.fulfill(response), { times: 1 });
  const fail = ({ status, type, message }: { status: number; type: string; message?: string }) =>
    response({ status, json: { success: false, data: null, error: { type, message, details: {} } } });
  const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  const text = 'A server error occurred. Please try again later.';
  const fallback = 'Failed to fetch user data. Please try again later.';

  await fail({ status: 503, type: 'database_error', message: 'Back in a minute.' });
  await show(page);
  await expect(toast.last()).toHaveText(/^Server ErrorBack in a minute\.$/);
  await fail({ status: 500, type: 'internal_error' });
  await show(page);
  await expect(toast.last()).toContainText(`Server Error${text}`);
  await fail({ status: 403, type: 'teapot' });
  await show(page);
  await expect(toast.last()).toContainText(`Error${fallback}`);
  await response({ status: 502, body: '<h1>Bad Gateway</h1>' });
  await show(page);
  await expect(toast).toHaveCount(4);
  await expect(toast.last()).toContainText(`Error${fallback}`);
  await expect(toast.last()).not.toContainText('Server Error');
});
