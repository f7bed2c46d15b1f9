import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { removeExpired } from '#server/maintenance/remove-expired.server.ts';
import { aUser } from '#tests/integration/makers.ts';
import { anEnd, aNotifyingJob } from '#tests/integration/notifications/kit.ts';

const hourMs = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs);
const run = () => removeExpired({ isStopping: () => false });

test('removes expired tokens, sessions unused for a week or 30 days old, and keys of repeated requests', async () => {
  const { id: userId } = await aUser();
  const session = { userId, authenticatedAt: ago(1) };
  await db().session.createMany({
    data: [
      { ...session, tokenHash: 'young', expiresAt: ago(-1), lastSeenAt: ago(167) },
      { ...session, tokenHash: 'unused', expiresAt: ago(-1), lastSeenAt: ago(169) },
      { ...session, tokenHash: 'ended', expiresAt: ago(1), lastSeenAt: ago(1) },
    ],
  });
  await db().oneTimeToken.createMany({
    data: [
      { hash: 'a', purpose: 'ticket', expiresAt: ago(-1) },
      { hash: 'b', purpose: 'ticket', expiresAt: ago(1) },
    ],
  });
  await db().idempotencyKey.createMany({
    data: [
      { userId, key: 'a', requestHash: 'x', number: 1, expiresAt: ago(-1) },
      { userId, key: 'b', requestHash: 'x', number: 2, expiresAt: ago(1) },
    ],
  });
  expect(await run()).toBe(4);
  expect((await db().session.findMany()).map(({ tokenHash }) => tokenHash)).toEqual(['young']);
  expect((await db().oneTimeToken.findMany()).map(({ hash }) => hash)).toEqual(['a']);
  expect((await db().idempotencyKey.findMany()).map(({ key }) => key)).toEqual(['a']);
  expect(await run()).toBe(0);
});

test('a test run is kept for 24 hours, a count of emails as long as its limit looks back, a settled worker a day', async () => {
  const { id: ownerId } = await aUser();
  const [young, old] = [crypto.randomUUID(), crypto.randomUUID()];
  await db().testRun.createMany({
    data: [
      { id: young, ownerId, form: 'sealed', createdAt: ago(23) },
      { id: old, ownerId, form: 'sealed', createdAt: ago(25) },
    ],
  });
  await db().mailSent.createMany({
    data: [
      { addressHash: 'young', sentAt: ago(0.9) },
      { addressHash: 'old', sentAt: ago(3) },
    ],
  });
  const worker = { startedAt: ago(90), leaseUntil: ago(80) };
  await db().worker.createMany({
    data: [
      { ...worker, id: young, settledAt: ago(23) },
      { ...worker, id: old, settledAt: ago(25) },
    ],
  });
  expect(await run()).toBe(3);
  expect(await db().testRun.findMany()).toMatchObject([{ id: young }]);
  expect(await db().mailSent.findMany()).toMatchObject([{ addressHash: 'young' }]);
  expect(await db().worker.findMany()).toMatchObject([{ id: young }]);
});

test('the id of a payment event is kept for 90 days', async () => {
  await db().paymentEvent.createMany({
    data: [
      { id: 'young', type: 'invoice.paid', receivedAt: ago(89 * 24) },
      { id: 'old', type: 'invoice.paid', receivedAt: ago(91 * 24) },
    ],
  });
  expect(await run()).toBe(1);
  expect((await db().paymentEvent.findMany()).map(({ id }) => id)).toEqual(['young']);
});

test('the pace of a destination is removed a day after its last notification, unless one is pending for it', async () => {
  const pace = { windowAt: ago(25), sentInWindow: 10, freeAt: ago(25), isOverflowing: true };
  await db().notificationChannel.createMany({
    data: [
      { ...pace, key: 'young', windowAt: ago(23) },
      { ...pace, key: 'old' },
      { ...pace, key: 'awaited' },
    ],
  });
  const { id: jobId } = await aNotifyingJob();
  const { id: executionId } = await anEnd({ jobId });
  const notification = { jobId, executionId, channel: 'webhook', config: 'sealed' };
  await db().notification.createMany({
    data: [
      { ...notification, rule: 'failure', channelKey: 'awaited' },
      { ...notification, rule: 'reminder', channelKey: 'old', state: 'sent', endedAt: ago(25) },
    ],
  });
  expect(await run()).toBe(1);
  const kept = await db().notificationChannel.findMany({ orderBy: { key: 'asc' } });
  expect(kept.map(({ key }) => key)).toEqual(['awaited', 'young']);
});

test('a task run told to stop ends after its current step', async () => {
  await db().$executeRaw`
    insert into "OneTimeToken" ("hash", "purpose", "expiresAt")
    select 'many ' || n, 'ticket', now() - interval '1 hour' from generate_series(1, 1200) n`;
  expect(await removeExpired({ isStopping: () => true })).toBe(500);
  expect(await run()).toBe(700);
});
