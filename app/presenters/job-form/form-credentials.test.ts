import { expect, test } from 'vitest';
import { nameCredential, toSecretOffers } from '#app/presenters/job-form/form-credentials.ts';

test('a credential is replaced in its field, and the other fields are unchanged', () => {
  const values = {
    ...{ name: 'Mine', webhookURL: 'https://shop.example/?token=t-1', headers: '{"cookie": "a=b"}' },
    auth: '{"type":"basic","username":"ann","password":"pw"}',
  };
  const stored = toSecretOffers(values).reduce<Record<string, string>>(
    (before, { id, suggestedName: name }) => nameCredential({ values: before, id, name }),
    values,
  );
  expect(stored).toEqual({
    name: 'Mine',
    webhookURL: 'https://shop.example/?token={{secret.SHOP_TOKEN}}',
    headers: '{\n  "cookie": "{{secret.SHOP_COOKIE}}"\n}',
    auth: '{"type":"basic","username":"ann","password":"{{secret.SHOP_PASSWORD}}"}',
  });
  expect(toSecretOffers(stored)).toEqual([]);
});

test('unreadable fields have no credentials to store', () => {
  expect(toSecretOffers({ headers: '{"cookie"', auth: '{"type":"basic"}' })).toEqual([]);
});
