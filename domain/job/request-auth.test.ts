import { expect, test } from 'vitest';
import {
  authHeader,
  authText,
  changedAuthFields,
  authSecrets,
  maskAuth,
  maskedAuthHeader,
  readAuth,
  toWireAuth,
  unmaskAuth,
  type HeaderAuth,
  type OAuthClient,
} from './request-auth.ts';

const basic: HeaderAuth = { type: 'basic', username: 'ann', password: 'p:w' };
const bearer: HeaderAuth = { type: 'bearer', token: 'abc' };
const header: HeaderAuth = { type: 'header', name: 'x-api-key', value: 'k-1' };

test.each([
  [basic, 'authorization', 'Basic YW5uOnA6dw=='],
  [bearer, 'authorization', 'Bearer abc'],
  [header, 'x-api-key', 'k-1'],
])('$type becomes one header, and reads back as written', (auth, name, value) => {
  expect(authHeader(auth)).toEqual({ name, value });
  expect(readAuth(toWireAuth(auth))).toEqual({ auth });
  expect(readAuth(JSON.stringify(toWireAuth(auth)))).toEqual({ auth });
});

test('no secret is shown, but the name of a named one is', () => {
  for (const auth of [basic, bearer, header]) {
    const shown = JSON.stringify([maskAuth(auth), maskedAuthHeader(auth)]);
    for (const secret of authSecrets(auth)) expect(shown).not.toContain(secret);
  }
  const named = { ...bearer, token: '{{secret.TOKEN}}' };
  expect(maskAuth(named)).toEqual(named);
  expect(authSecrets(basic)).toEqual(['p:w', 'YW5uOnA6dw==']);
});

const oauth: OAuthClient = {
  ...{ type: 'oauth2', tokenUrl: 'https://id.example.com/token', clientId: 'reports', clientSecret: 's-1' },
  ...{ scope: null, audience: null, clientAuth: 'basic' },
};

test('an OAuth 2 client is read in either spelling, written in one, and shown without its secret', () => {
  const wire = toWireAuth(oauth);
  expect(wire).toEqual({
    ...{ type: 'oauth2', token_url: 'https://id.example.com/token', client_id: 'reports' },
    ...{ client_secret: 's-1', scope: null, audience: null, client_auth: 'basic' },
  });
  expect(readAuth(wire)).toEqual({ auth: oauth });
  expect(readAuth(JSON.stringify(oauth))).toEqual({ auth: oauth });
  const { scope: _, audience: __, client_auth: ___, ...least } = wire;
  expect(readAuth(least)).toEqual({ auth: oauth });
  const whole = { ...oauth, scope: 'a b', audience: 'https://api', clientAuth: 'body' as const };
  expect(readAuth(toWireAuth(whole))).toEqual({ auth: whole });

  const masked = maskAuth(oauth);
  expect(JSON.stringify([masked, authText(oauth)])).not.toContain('s-1');
  expect(maskedAuthHeader(oauth)).toEqual({ authorization: 'Bearer ********' });
  expect(unmaskAuth({ typed: masked, stored: oauth })).toEqual({ auth: oauth });
  expect(unmaskAuth({ typed: masked, stored: bearer })).toEqual({
    message: 'Enter the client secret: a mask cannot be saved.',
  });
  expect(authText(whole)).toBe(
    'OAuth 2, client reports at https://id.example.com/token, scope a b, audience https://api, credentials in the body',
  );
  expect(changedAuthFields({ before: oauth, after: { ...whole, clientSecret: 's-2' } })).toEqual([
    ...['client secret', 'scope', 'audience', 'client authentication'],
  ]);
});

test('a mask stands for the saved secret of the same type only', () => {
  const typed = maskAuth(basic);
  expect(unmaskAuth({ typed, stored: basic })).toEqual({ auth: basic });
  expect(unmaskAuth({ typed, stored: bearer })).toEqual({
    message: 'Enter the password: a mask cannot be saved.',
  });
  expect(unmaskAuth({ typed, stored: null })).toHaveProperty('message');
  expect(unmaskAuth({ typed: null, stored: basic })).toEqual({ auth: null });
});

const oauthWire = {
  ...{ type: 'oauth2', token_url: 'https://id.example.com/token', client_id: 'reports', client_secret: 's' },
};

test.each([
  ['[1]', 'Enter an object'],
  [{ type: 'digest' }, 'must be one of none, basic, bearer, header, oauth2'],
  [{ type: 'basic', username: 'a:b', password: '' }, 'cannot contain a colon'],
  [{ type: 'basic', username: '', password: 'x' }, 'Enter the username.'],
  [{ type: 'bearer', token: 'a\r\nx-forged: 1' }, 'contains a control character'],
  [{ type: 'bearer', token: 'a', scope: 'b' }, 'scope is not a field of bearer'],
  [{ type: 'header', name: 'host', value: 'x' }, 'The header host is set by Punctual'],
  [{ type: 'header', name: 'x a', value: 'x' }, ''],
  [{ type: 'bearer', token: 'x'.repeat(2_049) }, '2,048 characters'],
  [{ type: 'none', token: 'x' }, 'token is not a field of none'],
  [{ ...oauthWire, token_url: 'id.example.com' }, 'Enter the full token URL'],
  [{ ...oauthWire, token_url: 'mailto:a@example.com' }, 'Enter the full token URL'],
  [{ ...oauthWire, token_url: 'https://{{secret.HOST}}/token' }, 'cannot hold a variable'],
  [{ ...oauthWire, client_id: '' }, 'Enter the client ID.'],
  [{ ...oauthWire, client_secret: undefined }, 'The client secret must be a string.'],
  [{ ...oauthWire, scope: 7 }, 'The scope must be a string.'],
  [{ ...oauthWire, client_auth: 'jwt' }, 'The client_auth must be basic or body.'],
])('%j is refused with a remedy', (given, message) => {
  expect(readAuth(given)).toMatchObject({ message: expect.stringContaining(message) as string });
});
