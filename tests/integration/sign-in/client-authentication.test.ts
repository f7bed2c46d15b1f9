import { afterEach, expect, test, vi } from 'vitest';
import { type Browser, origin } from '#tests/integration/sign-in/browser.ts';
import { startIdentity, type TestIdentity } from '#tests/integration/sign-in/identity.ts';

// Any OpenID Connect provider can be configured: they differ in client authentication.

let identity: TestIdentity | undefined;

afterEach(() => identity?.stop());

async function signInAt({
  authMethod,
  secret,
}: {
  authMethod: 'client_secret_post' | 'none';
  secret: boolean;
}) {
  identity = await startIdentity({ callbackUrl: `${origin}/auth/callback`, authMethod });
  Object.assign(process.env, {
    APP_ORIGIN: origin,
    OIDC_ISSUER: identity.issuer,
    OIDC_CLIENT_ID: identity.clientId,
    OIDC_CLIENT_SECRET: secret ? identity.clientSecret : '',
  });
  // Provider metadata is cached forever.
  vi.resetModules();
  const { Browser: Fresh } = await import('#tests/integration/sign-in/browser.ts');
  const { closeDatabase } = await import('#server/database/db.server.ts');
  const browser: Browser = new Fresh();
  try {
    return (await browser.signIn({ name: 'anybody' })).href;
  } finally {
    await closeDatabase();
  }
}

test('a provider that accepts the secret only in the form gets it there', async () => {
  expect(await signInAt({ authMethod: 'client_secret_post', secret: true })).toBe(`${origin}/dashboard`);
});

test('a client without a secret authenticates by PKCE alone', async () => {
  expect(await signInAt({ authMethod: 'none', secret: false })).toBe(`${origin}/dashboard`);
});
