import { expect, test } from 'vitest';
import { recordPlanEvent } from '#server/billing/record-plan-event.server.ts';
import { db } from '#server/database/db.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { seal, unseal } from '#server/sealing/seal.server.ts';
import { recordDependencyDown } from '#server/security-log/record-dependency-down.server.ts';
import { withoutTable } from './kit.ts';

const entriesOf = (code: string) => db().securityEvent.findMany({ where: { code }, orderBy: { id: 'asc' } });

test('a stored secret that cannot be decrypted is logged once a minute, with its column and account, never its text', async () => {
  const sealed = seal({ text: 'hush', userId: 7, field: 'Job.headers' });
  for (let time = 0; time < 3; time += 1)
    expect(() => unseal({ sealed, userId: 8, field: 'Job.headers' })).toThrow('cannot be decrypted');
  expect(() => unseal({ sealed: 'v1.gone.a.b.c', userId: 9, field: 'Job.payload' })).toThrow('gone');
  await expect.poll(() => entriesOf('decrypt_failed')).toHaveLength(2);
  const messages = (await entriesOf('decrypt_failed')).map(({ message }) => message).sort();
  expect(messages[0]).toContain('(field Job.headers, account 8)');
  expect(messages[1]).toContain('(field Job.payload, account 9)');
  expect(JSON.stringify(messages)).not.toContain(sealed);
});

test('each dependency that is down is logged once in ten minutes', async () => {
  for (let time = 0; time < 3; time += 1) recordDependencyDown('Temporal');
  recordDependencyDown('mail server');
  await expect.poll(() => entriesOf('dependency_down')).toHaveLength(2);
  const messages = (await entriesOf('dependency_down')).map(({ message }) => message);
  expect(messages.filter((message) => message.includes('part Temporal'))).toHaveLength(1);
});

test('a database outage is logged once the database is back', async () => {
  await withoutTable('SecurityEvent', async () => {
    recordDependencyDown('database');
    await new Promise((done) => setTimeout(done, 500));
  });
  expect((await entriesOf('dependency_down')).filter(({ message }) => message.includes('database'))).toEqual(
    [],
  );
  await expect
    .poll(async () => (await entriesOf('dependency_down')).map(({ message }) => message).join(), {
      timeout: 9_000,
    })
    .toContain('part database');
}, 15_000);

test('a payment event older than the applied one is logged for its account', async () => {
  await inTransaction((client) =>
    recordPlanEvent({ client, code: 'stripe_stale', userId: 5, details: { tier: 'premium' } }),
  );
  expect(await entriesOf('stripe_stale')).toMatchObject([{ type: 'WARNING', subjectId: 5 }]);
});
