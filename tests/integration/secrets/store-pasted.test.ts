import { expect, test } from 'vitest';
import { storeSecret } from '#app/http/forms/store-secret.server.ts';
import { decryptSecrets } from '#server/secrets/decrypt-secrets.server.ts';
import { setSecret } from '#server/secrets/set-secret.server.ts';
import { aUser } from '../makers.ts';

const values = { webhookURL: 'https://shop.example/', headers: '{"Cookie": "sid=canary-95"}', auth: '' };

async function aForm(name: string, id = 'header cookie') {
  const owner = await aUser();
  const sent = new FormData();
  for (const [field, text] of [
    ['secretId', 'auth'],
    ['secretName', 'OTHER'],
    ['secretId', 'header cookie'],
    ['secretName', name],
    ['storeSecret', id],
  ] as const)
    sent.append(field, text);
  return { owner, store: () => storeSecret({ owner, sent, values }) };
}

test('a pasted credential is stored as a secret, and the form has its name', async () => {
  const { owner, store } = await aForm('SHOP_COOKIE');
  const { result: response, status } = await store();
  expect(status).toBe(200);
  expect(response.paste).toMatchObject({ stored: 'SHOP_COOKIE', secrets: [] });
  expect(response.result?.initialValue).toMatchObject({
    headers: expect.stringContaining('{{secret.SHOP_COOKIE}}') as string,
  });
  expect(JSON.stringify(response)).not.toContain('canary-95');
  expect(await decryptSecrets({ ownerId: owner.id, names: ['SHOP_COOKIE'] })).toEqual({
    SHOP_COOKIE: 'sid=canary-95',
  });
});

test.each([
  ['2 bad', 'A name has 1 to 64 letters'],
  ['TAKEN', 'There is a secret named TAKEN already. Choose another name.'],
])('the name %s is refused at its field, and the form keeps its values', async (name, message) => {
  const { owner, store } = await aForm(name);
  await setSecret({ owner, name: 'TAKEN', value: 'of another service' });
  const { result: response, status } = await store();
  expect(status).toBe(400);
  expect(response.paste?.refused).toEqual({
    ...{ id: 'header cookie', message: expect.stringContaining(message) as string },
  });
  expect(response.paste?.secrets).toMatchObject([{ suggestedName: name }]);
  expect(response.result?.initialValue).toEqual(values);
  expect(await decryptSecrets({ ownerId: owner.id, names: ['TAKEN'] })).toEqual({
    TAKEN: 'of another service',
  });
});

test('a value no longer in the form is not stored', async () => {
  const { store } = await aForm('A', 'auth');
  expect((await store()).result.paste?.refused).toMatchObject({
    message: 'This value is no longer in the form.',
  });
});
