import { expect, test } from 'vitest';
import { credentialsIn, withNamedSecret } from './pasted-secrets.ts';

const request = {
  url: 'https://api.shop.example/run?a=1&api_key=k%2B1+x&key=#end',
  headers: { Cookie: 'sid=1; b=2', 'X-Api-Key': 'k-2', 'X-Note': 'plain', 'Idempotency-Key': 'i-1' },
  auth: { type: 'bearer' as const, token: 't-1' },
};

test('finds credentials in authentication, headers and URL, each with a distinct name', () => {
  expect(credentialsIn(request)).toEqual([
    { id: 'auth', label: 'Bearer token', value: 't-1', suggestedName: 'SHOP_BEARER_TOKEN' },
    { id: 'header cookie', label: 'Cookie header', value: 'sid=1; b=2', suggestedName: 'SHOP_COOKIE' },
    { id: 'header x-api-key', label: 'X-Api-Key header', value: 'k-2', suggestedName: 'SHOP_API_KEY' },
    { id: 'query api_key', label: 'api_key in the URL', value: 'k+1 x', suggestedName: 'SHOP_API_KEY_2' },
  ]);
});

test('a named secret replaces one credential, which is then no longer offered', () => {
  const stored = ['auth', 'header cookie', 'header x-api-key', 'query api_key'].reduce(
    (parts, id, index) => withNamedSecret({ parts, id, name: `S${index}` }),
    { ...request, auth: { ...request.auth } },
  );
  expect(stored).toEqual({
    url: 'https://api.shop.example/run?a=1&api_key={{secret.S3}}&key=#end',
    headers: { ...request.headers, Cookie: '{{secret.S1}}', 'X-Api-Key': '{{secret.S2}}' },
    auth: { type: 'bearer', token: '{{secret.S0}}' },
  });
  expect(credentialsIn(stored)).toEqual([]);
});

test.each([
  ['https://x.test/?page=2&monkey=1&keyboard=us', {}],
  ['https://x.test/?token=%', {}],
  ['https://x.test/', { 'x-token': '********' }],
  ['https://x.test/', { authorization: 'Bearer {{secret.A}}' }],
  ['https://x.test/', { cookie: 'x'.repeat(1_366) }],
])('%s %j has no credentials to store', (url, headers) => {
  expect(credentialsIn({ url, headers, auth: null })).toEqual([]);
});

test.each([
  ['http://127.0.0.1/?token=1', 'TOKEN'],
  ['https://9gag.example/?token=1', 'SECRET_9GAG_TOKEN'],
  ['https://shop.example/?access-token=1', 'SHOP_ACCESS_TOKEN'],
])('for %s the suggested name is %s', (url, name) => {
  expect(credentialsIn({ url, headers: {}, auth: null })[0]?.suggestedName).toBe(name);
});
