import { expect, test, vi } from 'vitest';

vi.mock('#server/env.server.ts', () => ({ env: () => settings }));
const settings = {
  APP_ORIGIN: 'https://punctual.example',
  SESSION_SECRETS: ['one-secret', 'a-former-secret'],
};
const { clearedSessionCookie, readSessionToken, sessionCookie } =
  await import('#app/http/session/session-cookie.server.ts');
const { newSessionToken } = await import('#server/accounts/sessions/session-token.server.ts');

const requestWith = (cookie: string) => new Request('https://punctual.example', { headers: { cookie } });

test('over HTTPS the session cookie is bound to the host and hidden from scripts and other sites', () => {
  const token = newSessionToken();
  expect(sessionCookie(token)).toBe(
    `__Host-session=${token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`,
  );
  expect(clearedSessionCookie()).toContain('__Host-session=; Path=/; Max-Age=0;');
});

test('a token is found among other cookies, by its own name only', () => {
  const token = newSessionToken();
  expect(readSessionToken(requestWith(`a=b; __Host-session=${token}; c=d`))).toBe(token);
  expect(readSessionToken(requestWith(`session=${token}; x__Host-session=${token}`))).toBeNull();
});

test('a malformed token is not looked up', () => {
  for (const value of ['', 'short', 'a'.repeat(44), `${'a'.repeat(42)}'`]) {
    expect(readSessionToken(requestWith(`__Host-session=${value}`))).toBeNull();
  }
});

test('session ids are 256 random bits', () => {
  const tokens = new Set(Array.from({ length: 100 }, newSessionToken));
  expect(tokens.size).toBe(100);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
});
