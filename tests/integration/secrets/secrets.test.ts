import { expect, test, vi } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { decryptSecrets } from '#server/secrets/decrypt-secrets.server.ts';
import { deleteSecret } from '#server/secrets/delete-secret.server.ts';
import { listSecrets } from '#server/secrets/list-secrets.server.ts';
import { setSecret } from '#server/secrets/set-secret.server.ts';
import { lockOwnerRow } from '../lock-owner-row.ts';
import { aUser } from '../makers.ts';

/** Decrypted values are cached for 5 s; a fresh module has no cache. */
async function decryptFresh(asked: { ownerId: number; names: string[] }) {
  vi.resetModules();
  const { decryptSecrets: open } = await import('#server/secrets/decrypt-secrets.server.ts');
  const { closeDatabase } = await import('#server/database/db.server.ts');
  try {
    return await open(asked);
  } finally {
    await closeDatabase();
  }
}

test('a secret is stored sealed, listed by name and dates only, and decrypted for a call', async () => {
  const owner = await aUser();
  await setSecret({ owner, name: 'API_TOKEN', value: 'canary-value' });

  const rows = await db().$queryRaw`select s::text as "row" from "Secret" s`;
  expect(JSON.stringify(rows)).toContain('API_TOKEN');
  expect(JSON.stringify(rows)).not.toContain('canary');
  const [listed] = await listSecrets({ ownerId: owner.id });
  expect(Object.keys(listed ?? {}).sort()).toEqual(['createdAt', 'name', 'updatedAt']);
  expect(await decryptSecrets({ ownerId: owner.id, names: ['API_TOKEN', 'ABSENT'] })).toEqual({
    API_TOKEN: 'canary-value',
  });
});

test('a new value replaces the old one, and the name is listed once', async () => {
  const owner = await aUser();
  await setSecret({ owner, name: 'TOKEN', value: 'first' });
  await setSecret({ owner, name: 'TOKEN', value: 'second' });
  expect(await listSecrets({ ownerId: owner.id })).toHaveLength(1);
  expect(await decryptFresh({ ownerId: owner.id, names: ['TOKEN'] })).toEqual({ TOKEN: 'second' });
});

test("another account's secret can be neither decrypted nor deleted", async () => {
  const owner = await aUser();
  const other = await aUser();
  await setSecret({ owner, name: 'TOKEN', value: 'mine' });
  expect(await decryptSecrets({ ownerId: other.id, names: ['TOKEN'] })).toEqual({});
  await expect(deleteSecret({ owner: other, name: 'TOKEN' })).rejects.toMatchObject({ type: 'not_found' });
});

test('a deleted secret no longer has a value', async () => {
  const owner = await aUser();
  await setSecret({ owner, name: 'TOKEN', value: 'gone' });
  await deleteSecret({ owner, name: 'TOKEN' });
  expect(await decryptFresh({ ownerId: owner.id, names: ['TOKEN'] })).toEqual({});
  await expect(deleteSecret({ owner, name: 'TOKEN' })).rejects.toMatchObject({ type: 'not_found' });
});

test.each(['', '1TOKEN', 'API-TOKEN', 'A B', 'ü', 'A'.repeat(65)])(
  'a secret cannot be called "%s"',
  async (name) => {
    const owner = await aUser();
    await expect(setSecret({ owner, name, value: 'x' })).rejects.toMatchObject({
      type: 'validation_error',
      details: { name: expect.any(String) as string },
    });
  },
);

test('a secret holds 4 KiB, counted in bytes, and is not empty', async () => {
  const owner = await aUser();
  await setSecret({ owner, name: 'FULL', value: 'x'.repeat(4_096) });
  for (const value of ['', 'x'.repeat(4_097), 'ü'.repeat(2_049)])
    await expect(setSecret({ owner, name: 'OTHER', value })).rejects.toMatchObject({
      type: 'validation_error',
      details: { value: expect.any(String) as string },
    });
});

test('two new secrets at once cannot both become the 50th; an existing one can still change', async () => {
  const owner = await aUser();
  for (let number = 1; number <= 49; number += 1)
    await setSecret({ owner, name: `S${number}`, value: String(number) });
  const gate = await lockOwnerRow({ ownerId: owner.id });
  const saves = Promise.allSettled(
    ['LAST', 'TOO_MANY'].map((name) => setSecret({ owner, name, value: 'x' })),
  );
  await gate.openOnceWaiting(2);
  expect((await saves).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await db().secret.count({ where: { userId: owner.id } })).toBe(50);
  await setSecret({ owner, name: 'S1', value: 'changed' });
  await expect(setSecret({ owner, name: 'S51', value: 'x' })).rejects.toMatchObject({
    type: 'conflict',
    details: { limit: 50, used: 50 },
  });
});

test('S19: each change of a secret is logged with its name, never its value', async () => {
  const owner = await aUser();
  await setSecret({ owner, name: 'TOKEN', value: 'canary-logged' });
  await deleteSecret({ owner, name: 'TOKEN' });
  const events = await db().securityEvent.findMany({ where: { actorId: owner.id } });
  expect(events.map(({ code }) => code)).toEqual(['user_changed', 'user_changed']);
  expect(events.map(({ message }) => message).join(' ')).toMatch(/secret TOKEN/);
  expect(JSON.stringify(events.map(({ message }) => message))).not.toContain('canary');
});
