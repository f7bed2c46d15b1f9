import pg from 'pg';
import { expect, test } from './fixtures.ts';

// A sign-in that is too old for the key is confirmed at the provider (security.md section 4).

test.use({ who: 'new' });

test('a sign-in of an hour ago is asked for again, then the browser goes on and has a token of the new session', async ({
  page,
  request,
  facts,
}) => {
  await page.goto('/auth/confirm?redirectTo=/dashboard/settings');
  await expect(page).toHaveURL('/dashboard/settings');
  const storedToken = () => page.evaluate(() => localStorage.getItem('jwt_token'));
  await expect.poll(storedToken).not.toBeNull();
  const former = (await storedToken()) ?? '';
  const headers = { authorization: `Bearer ${former}` };
  const { data } = (await (await request.get('/api/v1/auth/user', { headers })).json()) as {
    data: { user: { id: number; email: string } };
  };
  const client = new pg.Client({ connectionString: facts.databaseUrl });
  await client.connect();
  await client.query(
    `update "Session" set "authenticatedAt" = now() - interval '1 hour' where "userId" = $1`,
    [data.user.id],
  );
  await client.end();
  expect((await request.post('/api/v1/auth/api-key/reveal', { headers })).status()).toBe(403);

  await page.goto('/auth/confirm?redirectTo=/dashboard/settings');
  await expect(page.getByLabel('Email')).toHaveValue(data.user.email);
  await page.getByLabel('Password').fill('any password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard/settings');
  await expect.poll(storedToken).not.toBe(former);
  const fresh = { authorization: `Bearer ${(await storedToken()) ?? ''}` };
  expect((await request.post('/api/v1/auth/api-key/reveal', { headers: fresh })).status()).toBe(200);
  expect((await request.get('/api/v1/auth/user', { headers })).status()).toBe(401);
});
