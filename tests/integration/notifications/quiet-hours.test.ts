import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { QuietHours } from '#domain/notifications/quiet-hours.ts';
import { weekdays } from '#domain/schedule/week-hours.ts';
import { sealChannel } from '#server/channels/decrypt-channel.server.ts';
import { db } from '#server/database/db.server.ts';
import type { Prisma } from '#server/generated/client.ts';
import { claimNotification } from '#server/notifications/claim-notification.server.ts';
import { deliverNotification } from '#server/notifications/deliver-notification.server.ts';
import { aFact, aNotifyingJob, aRule, enqueue, hourMs, notificationsOf } from './kit.ts';
import { inbox } from './set-up.ts';

const minuteMs = 60_000;
const nights: QuietHours = {
  ...{ weekdays: [...weekdays], from: '22:00', until: '07:00', timeZone: 'Europe/Berlin' },
};

/** A job that notifies only a webhook channel with quiet hours. */
async function aQuietJob({ quietHours = nights, name = 'Nightly billing', path = '/ok' } = {}) {
  const to = `${path}?${randomUUID()}`;
  const url = inbox.url(to);
  const job = await aNotifyingJob({ name, notificationType: null, notificationConfig: null });
  const channel = await db().channel.create({
    data: {
      ...{ userId: job.ownerId, name: 'Night desk', kind: 'webhook' },
      config: sealChannel({ userId: job.ownerId, config: { kind: 'webhook', url } }),
      quietHours: quietHours as unknown as Prisma.InputJsonObject,
    },
  });
  await aRule({ channel, jobId: job.id });
  const happens = async (...facts: Parameters<typeof enqueue>) => {
    await enqueue(...facts);
    return (await notificationsOf(job.id)).map(({ id }) => Number(id));
  };
  return { job, channel, happens, received: () => inbox.at(to) };
}

interface DigestBody {
  data: { title: string; text: string; notifications: unknown[]; omitted?: number };
}

const at = (text: string) => Date.parse(text);
const deliver = (notificationId: number, now: number) =>
  deliverNotification({ notificationId, now: () => now });

test.each([
  ['over midnight', '2026-11-27T23:30:00Z', '2026-11-28T06:00:00Z'],
  ['over the night that clocks are set forward', '2026-03-28T23:30:00Z', '2026-03-29T05:00:00Z'],
  ['over the night that clocks are set back', '2026-10-24T23:30:00Z', '2026-10-25T06:00:00Z'],
])('notifications %s become one digest at the end of the quiet hours', async (_name, failedAt, endsAt) => {
  const { job, happens, received } = await aQuietJob();
  const [first, second] = [at(failedAt), at(failedAt) + 10 * minuteMs];
  const ids = await happens(
    await aFact({ jobId: job.id, now: first }),
    await aFact({ jobId: job.id, now: second, streak: 10, streakStartedAt: first }),
  );
  for (const id of ids) expect(await deliver(id, second)).toEqual({ kind: 'again', at: at(endsAt) });
  expect(await deliver(ids[0] ?? 0, at(endsAt) - 1)).toEqual({ kind: 'again', at: at(endsAt) });
  expect(received()).toEqual([]);
  const ends = await Promise.all(ids.map((id) => deliver(id, at(endsAt))));
  expect(ends.map(({ kind }) => kind)).toContain('sent');
  expect(received().map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['digest']);
  expect((await notificationsOf(job.id)).map(({ state }) => state)).toEqual(['sent', 'sent']);
});

/** Failures of the night, each of an execution of its own, as many as no digest lists. */
async function aNightOf({ count, path }: { count: number; path?: string }) {
  const failedAt = at('2026-11-27T23:30:00Z');
  const { job, channel, happens, received } = await aQuietJob(path === undefined ? {} : { path });
  const [leader = 0] = await happens(await aFact({ jobId: job.id, now: failedAt }));
  await db().$executeRaw`
    insert into "Execution" ("jobId", "trigger", "dueAt", "scheduledFor", "startedAt", "endedAt", "outcome", "attemptCount",
      "jobVersion", "verdict")
    select ${job.id}, 'schedule', t, t, t, t, 'failed', 1, 1, 'Failed: the response was 503; this job expects 2xx.'
    from generate_series(1, ${count - 1}) n, to_timestamp(${failedAt / 1_000} + n) t`;
  await db().$executeRaw`
    insert into "Notification" ("jobId", "executionId", "channelId", "rule", "channel", "channelKey", "config", "streak",
      "enqueuedAt", "nextAt")
    select n."jobId", e."id", n."channelId", n."rule", n."channel", n."channelKey", n."config", 1, n."enqueuedAt", n."nextAt"
    from "Notification" n join "Execution" e on e."jobId" = n."jobId" and e."id" <> n."executionId"
    where n."id" = ${leader}`;
  const ids = (await notificationsOf(job.id)).map(({ id }) => Number(id));
  expect(ids).toHaveLength(count);
  for (const id of ids.slice(-3)) await deliver(id, failedAt + hourMs);
  return { job, channel, ids, received, endsAt: at('2026-11-28T06:00:00Z') };
}

const statesOf = async (jobId: number) => {
  const rows = await db().notification.groupBy({ by: ['state'], where: { jobId }, _count: true });
  return Object.fromEntries(rows.map(({ state, _count }) => [state, _count]));
};

test('4,300 notifications of a night are one digest, which counts those that it does not list', async () => {
  const { job, channel, ids, received, endsAt } = await aNightOf({ count: 4_300 });
  // The last one of them claims all; four come at the same time.
  const ends = await Promise.all(ids.slice(-4).map((id) => deliver(id, endsAt)));
  expect(ends.map(({ kind }) => kind)).toContain('sent');
  expect(await statesOf(job.id)).toEqual({ sent: 4_300 });
  expect(await deliver(ids[0] ?? 0, endsAt + 1)).toEqual({ kind: 'sent' });
  const [digest, ...more] = received().map(({ body }) => JSON.parse(body) as DigestBody);
  expect(more).toEqual([]);
  expect(digest?.data).toMatchObject({
    title: '4,300 notifications from 1 job',
    text: expect.stringContaining('And 4,280 more.') as string,
  });
  expect((digest?.data.notifications.length ?? 0) + (digest?.data.omitted ?? 0)).toBe(4_300);
  const { lastDelivery } = await db().channel.findUniqueOrThrow({ where: { id: channel.id } });
  expect(lastDelivery).not.toBeNull();
});

test('a digest that fails is tried again as one digest', async () => {
  const { job, ids, received, endsAt } = await aNightOf({ count: 230, path: '/500' });
  const first = await deliver(ids[5] ?? 0, endsAt);
  expect(first).toMatchObject({ kind: 'again' });
  expect(await statesOf(job.id)).toEqual({ pending: 230 });
  const retryAt = 'at' in first ? first.at : 0;
  await Promise.all(ids.slice(0, 4).map((id) => deliver(id, retryAt)));
  const titles = received().map(({ body }) => (JSON.parse(body) as DigestBody).data.title);
  expect(titles).toEqual(Array.from({ length: 2 }, () => '230 notifications from 1 job'));
});

test('a failure and its recovery in one digest share a line', async () => {
  const { job, happens, received } = await aQuietJob();
  const failedAt = at('2026-11-27T23:30:00Z');
  const streakStartedAt = failedAt;
  const ids = await happens(
    await aFact({ jobId: job.id, now: failedAt, streakStartedAt }),
    await aFact({
      ...{ jobId: job.id, now: failedAt + 2 * hourMs, outcome: 'success' },
      ...{ previousStreak: 8, streakStartedAt },
    }),
    await aFact({ jobId: job.id, now: failedAt + 3 * hourMs }),
  );
  for (const id of ids) await deliver(id, failedAt + 4 * hourMs);
  await deliver(ids[0] ?? 0, at('2026-11-28T06:00:00Z'));
  const { data } = JSON.parse(received()[0]?.body ?? '') as DigestBody;
  expect(data.title).toBe('3 notifications from 1 job');
  expect(data.text).toContain(
    'Nightly billing failed, then recovered. It failed 8 times in a row, starting on',
  );
  expect(data.text.match(/Nightly billing failed\./g)).toHaveLength(1);
  expect(data.notifications).toHaveLength(3);
});

test('one notification alone is sent as it is, and outside of the hours at once', async () => {
  const { job, happens, received } = await aQuietJob();
  const failedAt = at('2026-11-27T23:30:00Z');
  const [id = 0] = await happens(await aFact({ jobId: job.id, now: failedAt }));
  await deliver(id, failedAt);
  expect(await deliver(id, at('2026-11-28T06:00:00Z'))).toEqual({ kind: 'sent' });
  const ids = await happens(
    await aFact({
      ...{ jobId: job.id, now: at('2026-11-28T12:00:00Z'), outcome: 'success', previousStreak: 2 },
      streakStartedAt: failedAt,
    }),
  );
  expect(await deliver(ids[1] ?? 0, at('2026-11-28T12:00:00Z'))).toEqual({ kind: 'sent' });
  expect(received().map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
    'job.failed',
    'job.recovered',
  ]);
});

test("a job's own channel has no quiet hours", async () => {
  const job = await aNotifyingJob();
  await enqueue(await aFact({ jobId: job.id, now: at('2026-11-27T23:30:00Z') }));
  const [notification] = await notificationsOf(job.id);
  const claimed = await claimNotification({
    notificationId: Number(notification?.id),
    now: at('2026-11-27T23:30:00Z'),
  });
  expect(claimed).toMatchObject({ kind: 'claimed' });
});
