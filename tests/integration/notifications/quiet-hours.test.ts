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
async function aQuietJob({ quietHours = nights, name = 'Nightly billing' } = {}) {
  const url = inbox.url(`/ok?${randomUUID()}`);
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
  return { job, channel, happens, received: () => inbox.at(url.slice(url.indexOf('/ok'))) };
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
  const { data } = JSON.parse(received()[0]?.body ?? '') as {
    data: { title: string; text: string; notifications: unknown[] };
  };
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
