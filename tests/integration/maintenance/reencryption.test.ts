import { readFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { createApiKey } from '#server/api-keys/create-api-key.server.ts';
import { db, getPool } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import { reencryptName } from '#server/maintenance/reencrypt.server.ts';
import { runMaintenanceTask } from '#server/maintenance/run-maintenance-task.server.ts';
import { missingDataKeys } from '#server/sealing/missing-data-keys.server.ts';
import { seal, unseal } from '#server/sealing/seal.server.ts';
import { sealedTables } from '#server/sealing/sealed-tables.ts';
import { aSavedJob, aUser } from '#tests/integration/makers.ts';

const run = () => runMaintenanceTask({ name: reencryptName });
const newKey = (id: string) => ({ id, bytes: Buffer.alloc(32, id) });

// Each test begins with one data key and no sealed values.
beforeEach(async () => {
  env().DATA_KEYS.splice(0, Infinity, newKey('first'));
  await db().$executeRaw`truncate "User", "DataKey", "IdempotencyKey" cascade`;
  await missingDataKeys();
});

/** Runs the task until no other data key is recorded. @returns the number of runs */
async function runToTheEnd(): Promise<number> {
  for (let runs = 1; runs < 50; runs += 1) {
    await run();
    if ((await db().dataKey.count()) === 1) return runs;
  }
  throw new Error('The walk does not end.');
}

/** Data keys named by the values of all sealed columns. */
async function keysInUse(): Promise<string[]> {
  const parts = sealedTables.flatMap(({ table, columns }) =>
    Object.keys(columns).map((column) => `select split_part("${column}", '.', 2) as "id" from "${table}"`),
  );
  const { rows } = await getPool().query<{ id: string | null }>(parts.join(' union '));
  return rows.flatMap(({ id }) => id ?? []).sort();
}

/** A value in every sealed column. */
async function aSealedAccount() {
  const owner = await aUser();
  const userId = owner.id;
  const of = (field: string) => seal({ text: `text of ${field}`, userId, field });
  const job = await aSavedJob({
    owner,
    headers: { authorization: 'Bearer of-the-shop' },
    payload: 'a payload',
    notificationType: 'webhook',
    notificationConfig: 'https://hooks.example.com/x',
  });
  const [signingSecret, defaultNotificationConfig] = [
    of('user.signingSecret'),
    of('user.defaultNotificationConfig'),
  ];
  await db().user.update({
    where: { id: userId },
    data: { signingSecret, previousSigningSecret: signingSecret, defaultNotificationConfig },
  });
  await createApiKey({ tx: db(), userId, name: 'Default', scope: 'write' });
  await db().secret.create({ data: { userId, name: 'TOKEN', value: of('secret.value') } });
  await db().mailRecipient.create({
    data: { userId, addressHash: 'hash', address: of('mailRecipient.address') },
  });
  await db().pushSubscription.create({
    data: { userId, endpointHash: 'hash', subscription: of('pushSubscription.subscription') },
  });
  await db().accessToken.create({
    data: {
      ...{ ownerId: userId, clientHash: 'hash', token: of('accessToken.token') },
      ...{ renewAt: new Date(), endsAt: new Date() },
    },
  });
  await db().testRun.create({
    data: {
      id: crypto.randomUUID(),
      ownerId: userId,
      form: of('testRun.form'),
      result: of('testRun.result'),
    },
  });
  const at = new Date();
  const { id: executionId } = await db().execution.create({
    data: {
      ...{ jobId: job.id, trigger: 'schedule', scheduledFor: at, dueAt: at, jobVersion: 1 },
      variables: of('execution.variables'),
      request: of('execution.request'),
    },
  });
  await db().notification.create({
    data: {
      ...{ jobId: job.id, executionId, rule: 'always', channel: 'email', channelKey: 'k' },
      config: of('notification.config'),
    },
  });
  return { owner, jobId: job.id, executionId };
}

test('S20: after the first data key changes, all sealed values are sealed again, and the old key can be removed', async () => {
  const { owner, jobId, executionId } = await aSealedAccount();
  env().DATA_KEYS.unshift(newKey('second'));
  expect(await missingDataKeys()).toEqual([]);
  const before = await db().job.findUniqueOrThrow({ where: { id: jobId } });

  await runToTheEnd();

  expect(await keysInUse()).toEqual(['second']);
  env().DATA_KEYS.splice(1);
  expect(await missingDataKeys()).toEqual([]);
  const { job } = await getJob({ owner, jobId });
  expect(job).toMatchObject({
    webhookUrl: 'https://shop.example.com/ping',
    headers: { authorization: 'Bearer of-the-shop' },
    payload: 'a payload',
    notificationConfig: 'https://hooks.example.com/x',
    desiredVersion: before.desiredVersion,
  });
  const { variables } = await db().execution.findUniqueOrThrow({ where: { id: executionId } });
  const field = 'execution.variables';
  expect(unseal({ sealed: variables ?? '', userId: owner.id, field })).toBe(`text of ${field}`);
});

test('S20: nothing starts without a data key that rows may still be sealed with', async () => {
  env().DATA_KEYS.unshift(newKey('second'));
  await missingDataKeys();
  const [old] = env().DATA_KEYS.splice(1);
  expect(await missingDataKeys()).toEqual([old?.id]);
});

test('a task run seals at most 500 rows, and the next one continues where it stopped', async () => {
  const owner = await aUser();
  const value = seal({ text: 'a secret', userId: owner.id, field: 'secret.value' });
  await db().secret.createMany({
    data: Array.from({ length: 1100 }, (_, index) => ({ userId: owner.id, name: `S${index}`, value })),
  });
  env().DATA_KEYS.unshift(newKey('second'));
  await missingDataKeys();
  const changed = [await run(), await run()];
  expect(Math.max(...changed)).toBeLessThanOrEqual(600);
  expect(await db().secret.count({ where: { value: { startsWith: 'v1.second.' } } })).toBeLessThan(1100);
  expect(await runToTheEnd()).toBeGreaterThan(1);
  expect(await keysInUse()).toEqual(['second']);
  expect(await run()).toBe(0);
});

test('a value that cannot be decrypted retains its key, and does not block the others', async () => {
  const owner = await aUser();
  const of = (userId: number) => seal({ text: 'a secret', userId, field: 'secret.value' });
  await db().secret.createMany({
    data: [
      { userId: owner.id, name: 'STOLEN', value: of(owner.id + 1) },
      { userId: owner.id, name: 'OWN', value: of(owner.id) },
    ],
  });
  env().DATA_KEYS.unshift(newKey('second'));
  await missingDataKeys();
  for (let runs = 0; runs < 4; runs += 1) await run();
  const rows = await db().secret.findMany({ where: { userId: owner.id }, orderBy: { name: 'asc' } });
  expect(rows.map(({ value }) => value.split('.')[1])).toEqual(['second', 'first']);
  expect(await db().dataKey.count()).toBe(2);
});

test('every column the schema marks as sealed is covered', async () => {
  const schema = await readFile('prisma/schema.prisma', 'utf8');
  const sealed = [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].flatMap(
    ([, model = '', body = '']) =>
      [...body.matchAll(/\/\/\/ sealed.*\n\s+(\w+)/g)].map(([, column = '']) => `${model}.${column}`),
  );
  const walked = sealedTables.flatMap(({ table, columns }) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  );
  expect(walked.sort()).toEqual(sealed.sort());
});
