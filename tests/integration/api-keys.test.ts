import { expect, test, vi } from 'vitest';
import { createApiKey, sealedKeyField } from '#server/api-keys/create-api-key.server.ts';
import { makeKey } from '#server/api-keys/key-format.server.ts';
import { findApiKey } from '#server/api-keys/use-api-key.server.ts';
import { db } from '#server/database/db.server.ts';
import { unseal } from '#server/sealing/seal.server.ts';

async function aUserWithKey() {
  const user = await db().user.create({
    data: { issuer: 'https://id.test', subject: crypto.randomUUID(), email: 'key@example.com' },
  });
  const made = await db().$transaction((tx) =>
    createApiKey({ tx, userId: user.id, name: 'Default', scope: 'write' }),
  );
  return { user, ...made };
}

test('a new key is found by its plain text, and its row has only the last four characters in the clear', async () => {
  const { user, plain, apiKey } = await aUserWithKey();
  const { value, ...row } = apiKey;
  expect(row).toMatchObject({
    prefix: 'pnc_live_',
    last4: plain.slice(-4),
    scope: 'write',
    pepperId: 'test',
  });
  expect(JSON.stringify(apiKey)).not.toContain(plain.slice(9));
  expect(unseal({ sealed: value, userId: user.id, field: sealedKeyField })).toBe(plain);
  expect(await findApiKey(plain)).toMatchObject({ id: apiKey.id, user: { id: user.id } });
});

test('an unknown or revoked key is not found', async () => {
  const { plain, apiKey } = await aUserWithKey();
  expect(await findApiKey(makeKey())).toBeNull();
  await db().apiKey.update({ where: { id: apiKey.id }, data: { revokedAt: new Date() } });
  expect(await findApiKey(plain)).toBeNull();
});

test('a key hashed with an older pepper is found and rehashed with the current one', async () => {
  const { plain, apiKey } = await aUserWithKey();
  vi.stubEnv(
    'KEY_PEPPERS',
    `next:${Buffer.alloc(32, 3).toString('base64')},${process.env.KEY_PEPPERS ?? ''}`,
  );
  vi.resetModules();
  const rotated = await import('#server/api-keys/use-api-key.server.ts');
  const { closeDatabase } = await import('#server/database/db.server.ts');
  try {
    expect(await rotated.findApiKey(plain)).toMatchObject({ id: apiKey.id, pepperId: 'next' });
    expect(await db().apiKey.findUniqueOrThrow({ where: { id: apiKey.id } })).toMatchObject({
      pepperId: 'next',
    });
    expect(await rotated.findApiKey(plain)).toMatchObject({ id: apiKey.id });
  } finally {
    await closeDatabase();
    vi.unstubAllEnvs();
  }
});
