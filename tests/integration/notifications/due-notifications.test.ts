import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { relayBacklog } from '#server/engine/relay/relay-backlog.server.ts';
import type { Prisma } from '#server/generated/client.ts';
import { deliverNotification } from '#server/notifications/deliver-notification.server.ts';
import { listDueNotifications } from '#server/notifications/list-due-notifications.server.ts';
import { holdWaiting } from '#server/notifications/notification-state.server.ts';
import { readNotifications } from '#server/notifications/notification-rows.server.ts';
import { aFact, aNotifyingJob, enqueue, hourMs, noon, notificationsOf } from './kit.ts';

const dueTo = async (key: string | undefined) =>
  (await listDueNotifications({ limit: 10_000, except: [] }))
    .filter(({ destination }) => destination === key)
    .map(({ notificationId }) => notificationId);

/** A job that fails, recovers and fails again, with a destination of its own for the notifications. */
async function aJobThatFailsAgain() {
  const job = await aNotifyingJob({ notificationConfig: `https://notes.example.com/${randomUUID()}` });
  const minute = 60_000;
  await enqueue(await aFact({ jobId: job.id }));
  const recovered = { streak: 0, previousStreak: 1, streakStartedAt: noon, streakNotifiedAt: noon };
  await enqueue(await aFact({ jobId: job.id, outcome: 'success', now: noon + minute, ...recovered }));
  await enqueue(await aFact({ jobId: job.id, now: noon + 2 * minute, streakStartedAt: noon + 2 * minute }));
  const [failure, recovery, again, ...others] = await notificationsOf(job.id);
  if (!failure || !recovery || !again || others.length > 0) throw new Error('Expected three notifications.');
  return { failure, recovery, again };
}

const change = (id: bigint, data: Prisma.NotificationUpdateInput) =>
  db().notification.update({ where: { id }, data });

const underWay = { nextAt: new Date(Date.now() + hourMs) };
const refused = { state: 'failed', endedAt: new Date(), errorCode: 'timeout' } as const;

test('a destination has one due notification at a time, the oldest', async () => {
  const { failure, recovery, again } = await aJobThatFailsAgain();
  expect([failure.rule, recovery.rule, again.rule]).toEqual(['failure', 'recovery', 'failure']);
  expect(await dueTo(failure.channelKey)).toEqual([Number(failure.id)]);
  const others = await listDueNotifications({ limit: 10_000, except: [failure.channelKey] });
  expect(others.map(({ destination }) => destination)).not.toContain(failure.channelKey);
});

test('only a recovery waits while its failure is being delivered or is to be retried', async () => {
  const { failure, recovery, again } = await aJobThatFailsAgain();
  await change(failure.id, underWay);
  expect(await dueTo(failure.channelKey)).toEqual([Number(again.id)]);
  await change(failure.id, refused);
  expect(await dueTo(failure.channelKey)).toEqual([Number(recovery.id)]);
  await change(recovery.id, underWay);
  expect(await dueTo(failure.channelKey)).toEqual([Number(again.id)]);
});

test('at PagerDuty, all notifications of the incidents of a job keep their order', async () => {
  const { failure, recovery, again } = await aJobThatFailsAgain();
  for (const { id } of [failure, recovery, again]) await change(id, { channel: 'pagerduty' });
  await change(failure.id, underWay);
  expect(await dueTo(failure.channelKey)).toEqual([]);
  await change(failure.id, refused);
  await change(recovery.id, underWay);
  expect(await dueTo(failure.channelKey)).toEqual([]);
  await change(recovery.id, refused);
  expect(await dueTo(failure.channelKey)).toEqual([Number(again.id)]);
});

test.each(['webhook', 'pagerduty'])(
  'at a %s, a recovery does not overtake a failure whose next attempt is due after it',
  async (channel) => {
    const { failure, recovery, again } = await aJobThatFailsAgain();
    for (const { id } of [failure, recovery, again]) await change(id, { channel });
    await change(again.id, refused);
    await change(failure.id, { nextAt: new Date(Date.now() - 1_000) });
    expect(await dueTo(failure.channelKey)).toEqual([Number(failure.id)]);
  },
);

test('at PagerDuty, a success without an incident keeps its place, and a late run has an alert of its own', async () => {
  const { failure, recovery, again } = await aJobThatFailsAgain();
  for (const { id } of [failure, recovery, again])
    await change(id, { channel: 'pagerduty', incident: { disconnect: true } });
  await change(failure.id, { ...underWay, rule: 'always' });
  await change(recovery.id, refused);
  expect(await dueTo(failure.channelKey)).toEqual([]);
  await change(failure.id, { rule: 'late' });
  expect(await dueTo(failure.channelKey)).toEqual([Number(again.id)]);
});

test('a digest leaves out a recovery whose failure waits for its next attempt', async () => {
  const { failure, recovery, again } = await aJobThatFailsAgain();
  await change(failure.id, underWay);
  const { ownerId } = await db().job.findUniqueOrThrow({ where: { id: failure.jobId } });
  const held = await inTransaction((client) =>
    holdWaiting({
      ...{ client, channelKey: failure.channelKey, ownerId },
      ...{ now: Date.now(), until: Date.now() + hourMs },
    }),
  );
  expect(held.ids).toEqual([Number(again.id)]);
  expect((await notificationsOf(failure.jobId)).find(({ id }) => id === recovery.id)?.attempts).toBe(0);
});

test('notifications of a suspended account wait', async () => {
  const { failure } = await aJobThatFailsAgain();
  const { ownerId } = await db().job.findUniqueOrThrow({ where: { id: failure.jobId } });
  const suspend = (suspendedAt: Date | null) =>
    db().user.update({ where: { id: ownerId }, data: { suspendedAt } });
  const { pendingNotifications: before } = await relayBacklog();
  await suspend(new Date());
  expect(await dueTo(failure.channelKey)).toEqual([]);
  expect((await relayBacklog()).pendingNotifications).toBe(before - 3);
  // Suspended just after it was listed.
  await deliverNotification({ notificationId: Number(failure.id) });
  expect(await notificationsOf(failure.jobId)).toContainEqual(
    expect.objectContaining({ id: failure.id, state: 'pending', attempts: 0 }),
  );
  await change(failure.id, { nextAt: failure.nextAt });
  await suspend(null);
  expect(await dueTo(failure.channelKey)).toEqual([Number(failure.id)]);
});

test('a notification whose job is deleted after the claim is not sent', async () => {
  const { failure } = await aJobThatFailsAgain();
  await db().job.update({ where: { id: failure.jobId }, data: { deletedAt: new Date() } });
  expect(await readNotifications([Number(failure.id)])).toEqual([]);
});
