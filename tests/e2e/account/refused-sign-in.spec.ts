import { expect, test } from '#tests/e2e/fixtures.ts';
import { emailOf } from '#tests/e2e/sign-in.ts';

test('turning back at the provider says so on the sign-in page, and the sign-in can be tried again', async ({
  page,
}) => {
  await page.goto('/dashboard/settings');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByLabel('Email').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/login?reason=denied');
  await expect(
    page.getByText('You did not agree to sign in. Nothing was changed; you can try again.', { exact: true }),
  ).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('jwt_token'))).toBeNull();

  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByLabel('Email').fill(emailOf('new'));
  await page.getByLabel('Password').fill('any password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});
