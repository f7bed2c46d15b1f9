import { expect, test } from 'vitest';
import { nameCredential, toSecretOffers } from '#app/presenters/job-form/form-credentials.ts';

test('a credential of each field is replaced there, and the other fields stay', () => {
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

test('fields that cannot be read hold nothing to store', () => {
  expect(toSecretOffers({ headers: '{"cookie"', auth: '{"type":"basic"}' })).toEqual([]);
});
