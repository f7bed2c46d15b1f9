import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { claimTestRun } from '#server/test-runs/claim-test-run.server.ts';
import { getTestRun } from '#server/test-runs/get-test-run.server.ts';
import { sealPart } from '#server/test-runs/sealed-parts.server.ts';
import { aJob, aUser } from '../makers.ts';
import { aWorker } from './kit.ts';

async function aTestRun(given: { workerId?: string; claimedAt?: Date } = {}) {
  const owner = await aUser();
  const id = randomUUID();
  const form = sealPart({ name: 'form', part: aJob(), ownerId: owner.id });
  await db().testRun.create({ data: { id, ownerId: owner.id, form, ...given } });
  return id;
}

test('a test run is claimed once', async () => {
  const workerId = await aWorker();
  const id = await aTestRun();
  const claim = () => claimTestRun({ workerId, id, admit: () => true });
  expect(await claim()).toMatchObject({ kind: 'call', call: { webhookId: id } });
  expect(await claim()).toEqual({ kind: 'over' });
});

test('a test run whose claim was committed without a response is returned by the next claim', async () => {
  const workerId = await aWorker();
  const id = await aTestRun({ workerId, claimedAt: new Date() });
  const claim = () => claimTestRun({ workerId, id, admit: () => true });
  expect(await claim()).toMatchObject({ kind: 'call' });
  expect(await claim()).toEqual({ kind: 'over' });
});

test('a test run claimed by another worker is busy while that worker lives', async () => {
  const id = await aTestRun({ workerId: await aWorker(), claimedAt: new Date() });
  expect(await claimTestRun({ workerId: await aWorker(), id, admit: () => true })).toEqual({ kind: 'busy' });
});

test('a test run that cannot be decrypted is not found, and the message says what to do', async () => {
  const id = await aTestRun();
  const { ownerId } = await db().testRun.update({ where: { id }, data: { form: 'v1.gone.a.b.c' } });
  await expect(getTestRun({ ownerId, id })).rejects.toMatchObject({
    type: 'not_found',
    message: 'This test run can no longer be decrypted. Start another one.',
  });
});
