import { expect, test } from 'vitest';
import {
  authHeader,
  authSecrets,
  maskAuth,
  maskedAuthHeader,
  readAuth,
  toWireAuth,
  unmaskAuth,
  type RequestAuth,
} from './request-auth.ts';

const basic: RequestAuth = { type: 'basic', username: 'ann', password: 'p:w' };
const bearer: RequestAuth = { type: 'bearer', token: 'abc' };
const header: RequestAuth = { type: 'header', name: 'x-api-key', value: 'k-1' };

test.each([
  [basic, 'authorization', 'Basic YW5uOnA6dw=='],
  [bearer, 'authorization', 'Bearer abc'],
  [header, 'x-api-key', 'k-1'],
])('$type becomes one header, and is read back as it is written', (auth, name, value) => {
  expect(authHeader(auth)).toEqual({ name, value });
  expect(readAuth(toWireAuth(auth))).toEqual({ auth });
  expect(readAuth(JSON.stringify(toWireAuth(auth)))).toEqual({ auth });
});

test('no secret is shown, a named one is a name', () => {
  for (const auth of [basic, bearer, header]) {
    const shown = JSON.stringify([maskAuth(auth), maskedAuthHeader(auth)]);
    for (const secret of authSecrets(auth)) expect(shown).not.toContain(secret);
  }
  const named = { ...bearer, token: '{{secret.TOKEN}}' };
  expect(maskAuth(named)).toEqual(named);
  expect(authSecrets(basic)).toEqual(['p:w', 'YW5uOnA6dw==']);
});

test('a mask stands for the saved secret of the same type alone', () => {
  const typed = maskAuth(basic);
  expect(unmaskAuth({ typed, stored: basic })).toEqual({ auth: basic });
  expect(unmaskAuth({ typed, stored: bearer })).toEqual({
    message: 'Enter the password: a mask cannot be saved.',
  });
  expect(unmaskAuth({ typed, stored: null })).toHaveProperty('message');
  expect(unmaskAuth({ typed: null, stored: basic })).toEqual({ auth: null });
});

test.each([
  ['[1]', 'Enter an object'],
  [{ type: 'digest' }, 'must be one of none, basic, bearer, header'],
  [{ type: 'basic', username: 'a:b', password: '' }, 'cannot contain a colon'],
  [{ type: 'basic', username: '', password: 'x' }, 'Enter the username.'],
  [{ type: 'bearer', token: 'a\r\nx-forged: 1' }, 'contains a control character'],
  [{ type: 'bearer', token: 'a', scope: 'b' }, 'scope is not a field of bearer'],
  [{ type: 'header', name: 'host', value: 'x' }, 'The header host is set by Punctual'],
  [{ type: 'header', name: 'x a', value: 'x' }, ''],
  [{ type: 'bearer', token: 'x'.repeat(2_049) }, '2,048 characters'],
  [{ type: 'none', token: 'x' }, 'token is not a field of none'],
])('%j is refused with a remedy', (given, message) => {
  expect(readAuth(given)).toMatchObject({ message: expect.stringContaining(message) as string });
});
