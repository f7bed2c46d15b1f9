import pg from 'pg';
import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { defaultConfigField, decryptDestination } from '#server/notifications/channels/channel.server.ts';
import { enqueueNotifications } from '#server/notifications/enqueue-notifications.server.ts';
import { listDueNotifications } from '#server/notifications/list-due-notifications.server.ts';
import { seal } from '#server/sealing/seal.server.ts';
import { aSavedJob, aUser } from '#tests/integration/makers.ts';
import { aFact, aNotifyingJob, hourMs, noon, notificationsOf, enqueue, rulesOf } from './kit.ts';

test("a first failure enqueues one sealed notification to the job's channel and counts as notified", async () => {
  const job = await aNotifyingJob();
  expect(await enqueue(await aFact({ jobId: job.id, streakStartedAt: noon }))).toEqual([job.id]);

  const [notification, ...more] = await notificationsOf(job.id);
  expect(more).toEqual([]);
  expect(notification).toMatchObject({
    rule: 'failure',
    channel: 'webhook',
    state: 'pending',
    attempts: 0,
    streak: 1,
  });
  expect(notification?.streakStartedAt?.getTime()).toBe(noon);
  expect(notification?.config).not.toContain('notes.example.com');
  expect(decryptDestination({ ownerId: job.ownerId, config: notification?.config ?? '' })).toBe(
    'https://notes.example.com/in',
  );
});

test('an execution whose end is written twice enqueues its notification once', async () => {
  const job = await aNotifyingJob();
  const fact = await aFact({ jobId: job.id });
  await enqueue(fact);
  await enqueue(fact);
  expect(await rulesOf(job.id)).toEqual(['failure']);
});

test('a rolled back transaction enqueues nothing', async () => {
  const job = await aNotifyingJob();
  const fact = await aFact({ jobId: job.id });
  const undone = inTransaction(async (client) => {
    await enqueueNotifications({ client, facts: [fact] });
    throw new Error('rolled back');
  });
  await expect(undone).rejects.toThrow('rolled back');
  expect(await rulesOf(job.id)).toEqual([]);
});

test('the deliverer is woken with the id of the notification, on commit', async () => {
  const job = await aNotifyingJob();
  const listener = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await listener.connect();
  try {
    await listener.query('listen notification_enqueued');
    const heard = new Promise<string | undefined>((done) =>
      listener.once('notification', ({ payload }: pg.Notification) => done(payload)),
    );
    await enqueue(await aFact({ jobId: job.id }));
    const [notification] = await notificationsOf(job.id);
    expect(await heard).toBe(String(notification?.id));
    // The first of its destination, which others of this file share.
    const due = await listDueNotifications({ limit: 100, except: [] });
    expect(due.map(({ destination }) => destination)).toContain(notification?.channelKey);
  } finally {
    await listener.end();
  }
});

test('the results of a batch notify in order: failure, recovery, failure again', async () => {
  const job = await aNotifyingJob();
  const reported = await enqueue(
    await aFact({ jobId: job.id, now: noon }),
    await aFact({ jobId: job.id, now: noon + 60_000, outcome: 'success', previousStreak: 1 }),
    await aFact({ jobId: job.id, now: noon + 120_000 }),
  );
  expect(await rulesOf(job.id)).toEqual(['failure', 'recovery', 'failure']);
  expect(reported).toEqual([job.id]);
});

test('a streak that ends in the same batch no longer counts as notified', async () => {
  const job = await aNotifyingJob();
  const reported = await enqueue(
    await aFact({ jobId: job.id, now: noon }),
    await aFact({ jobId: job.id, now: noon + 60_000, outcome: 'success', previousStreak: 1 }),
  );
  expect(reported).toEqual([]);
});

test('a recovery knows how long the failures lasted', async () => {
  const job = await aNotifyingJob();
  await enqueue(
    await aFact({
      jobId: job.id,
      outcome: 'success',
      previousStreak: 12,
      streakNotifiedAt: noon - hourMs,
      streakStartedAt: noon - 12 * hourMs,
    }),
  );
  const [notification] = await notificationsOf(job.id);
  expect(notification).toMatchObject({ rule: 'recovery', streak: 12 });
  expect(notification?.streakStartedAt?.getTime()).toBe(noon - 12 * hourMs);
});

test('superseded and unknown notify as failures, skipped does not notify', async () => {
  const job = await aNotifyingJob();
  for (const outcome of ['superseded', 'unknown'] as const) {
    const one = await aNotifyingJob();
    await enqueue(await aFact({ jobId: one.id, outcome, streak: 1 }));
    expect(await rulesOf(one.id)).toEqual(['failure']);
  }
  expect(await enqueue(await aFact({ jobId: job.id, outcome: 'skipped' }))).toEqual([]);
  expect(await rulesOf(job.id)).toEqual([]);
});

test.each([
  ['never', []],
  ['always', ['always', 'always']],
  ['on_failure', ['failure']],
  ['on_success', ['success']],
] as const)(
  'a job with frequency %s enqueues %j for a failure and a separate success',
  async (frequency, rules) => {
    const job = await aNotifyingJob({ notifyFrequency: frequency });
    await enqueue(await aFact({ jobId: job.id, now: noon }));
    await enqueue(await aFact({ jobId: job.id, now: noon + 60_000, outcome: 'success' }));
    expect(await rulesOf(job.id)).toEqual(rules);
  },
);

test("a job without a channel uses the account's", async () => {
  const owner = await aUser();
  await db().user.update({
    where: { id: owner.id },
    data: {
      defaultNotificationType: 'slack',
      defaultNotificationConfig: seal({
        text: '{"url":"https://hooks.slack.com/services/T0/B0/x","after":2}',
        userId: owner.id,
        field: defaultConfigField,
      }),
    },
  });
  const job = await aNotifyingJob({ owner, notificationType: null, notificationConfig: null });
  await enqueue(await aFact({ jobId: job.id, now: noon }));
  await enqueue(await aFact({ jobId: job.id, now: noon + 60_000, streak: 2 }));
  expect(await notificationsOf(job.id)).toMatchObject([{ rule: 'failure', channel: 'slack', streak: 2 }]);
});

test('without any channel the owner gets an email at the first failure of a streak, at most one a day', async () => {
  const { id: jobId, ownerId } = await aSavedJob();
  const reported = await enqueue(await aFact({ jobId, now: noon }));
  expect(reported).toEqual([jobId]);
  await enqueue(await aFact({ jobId, now: noon + hourMs, streak: 2, streakNotifiedAt: noon }));
  // The job recovers and fails again within the day, then after it.
  expect(await enqueue(await aFact({ jobId, now: noon + 5 * hourMs }))).toEqual([]);
  await enqueue(await aFact({ jobId, now: noon + 25 * hourMs }));

  const notifications = await notificationsOf(jobId);
  expect(
    notifications.map(({ rule, channel, enqueuedAt: enqueuedAt }) => [rule, channel, enqueuedAt.getTime()]),
  ).toEqual([
    ['failure', 'email', noon],
    ['failure', 'email', noon + 25 * hourMs],
  ]);
  const { email } = await db().user.findUniqueOrThrow({ where: { id: ownerId } });
  expect(decryptDestination({ ownerId, config: notifications[0]?.config ?? '' })).toBe(email);
});

test('two failures of one batch send the owner one email', async () => {
  const { id: jobId } = await aSavedJob();
  await enqueue(
    await aFact({ jobId, now: noon }),
    await aFact({ jobId, now: noon + 60_000, outcome: 'success', previousStreak: 1 }),
    await aFact({ jobId, now: noon + 120_000 }),
  );
  expect(await rulesOf(jobId)).toEqual(['failure']);
});

test('a missed fire notifies, and does not count as a failure of the target', async () => {
  const job = await aNotifyingJob();
  const reported = await enqueue(await aFact({ jobId: job.id, outcome: 'missed', streak: 0 }));
  expect(await rulesOf(job.id)).toEqual(['missed']);
  expect(reported).toEqual([]);
});

test('auto-pause and its warnings notify at any frequency, in place of a reminder', async () => {
  const job = await aNotifyingJob();
  const streak = { streak: 100, streakNotifiedAt: noon - hourMs };
  const ended = await aFact({ jobId: job.id, ...streak });
  await enqueue(ended, { ...ended, kind: 'auto_pause' });
  expect(await rulesOf(job.id)).toEqual(['auto_pause']);

  const silent = await aSavedJob({ notifyFrequency: 'never' });
  const warned = await aFact({ jobId: silent.id, streak: 50 });
  await enqueue(warned, { ...warned, kind: 'auto_pause_warning' });
  expect(await notificationsOf(silent.id)).toMatchObject([{ rule: 'auto_pause_warning', channel: 'email' }]);
});

test('a channel that cannot be decrypted falls back to the owner, and the batch continues', async () => {
  const job = await aNotifyingJob();
  const other = await aNotifyingJob();
  await db().job.update({ where: { id: job.id }, data: { notificationConfig: 'v1.gone.x.y.z' } });
  await enqueue(await aFact({ jobId: job.id }), await aFact({ jobId: other.id }));
  expect(await notificationsOf(job.id)).toMatchObject([{ channel: 'email' }]);
  expect(await notificationsOf(other.id)).toMatchObject([{ channel: 'webhook' }]);
});

test('a deleted job enqueues nothing', async () => {
  const job = await aNotifyingJob();
  await db().job.update({ where: { id: job.id }, data: { deletedAt: new Date() } });
  await enqueue(await aFact({ jobId: job.id }));
  expect(await rulesOf(job.id)).toEqual([]);
});

test('successes of jobs that notify only of failures cost one statement', async () => {
  const facts = await Promise.all(
    [1, 2, 3].map(async () => {
      const { id: jobId } = await aNotifyingJob();
      return aFact({ jobId, outcome: 'success' });
    }),
  );
  let asked = 0;
  await inTransaction(async (client) => {
    const counting = {
      query: (given: pg.QueryConfig) => {
        asked += 1;
        return client.query(given);
      },
    };
    await enqueueNotifications({ client: counting as unknown as typeof client, facts });
  });
  expect(asked).toBe(1);
});
