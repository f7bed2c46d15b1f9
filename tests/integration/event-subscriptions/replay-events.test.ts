import '#tests/integration/notifications/set-up.ts';
import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { claimDeliveries } from '#server/event-subscriptions/claim-deliveries.server.ts';
import { deliverEvent } from '#server/event-subscriptions/deliver-events.server.ts';
import { feedReplays } from '#server/event-subscriptions/feed-replays.server.ts';
import { startReplay } from '#server/event-subscriptions/start-replay.server.ts';
import { aSavedJob } from '#tests/integration/makers.ts';
import { aSubscription, deliverDueEvents, deliveriesOf, end, typesAt } from './kit.ts';

const now = () => new Date(Date.now() + 1_000);

/** Past events of a job, which happened now by the clock of the test and were delivered. */
async function pastEvents({ count, ...given }: Parameters<typeof aSubscription>[0] & { count: number }) {
  const made = await aSubscription(given);
  const job = await aSavedJob({ owner: made.user });
  await db().event.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      ...{ ownerId: made.user.id, jobId: job.id, type: 'execution.failed' },
      ...{ at: new Date(Date.now() - 3_600_000 + index), data: { job: { id: job.id }, position: index } },
    })),
  });
  return { ...made, job };
}

async function feedAndDeliver() {
  for (let turn = 0; turn < 100; turn += 1) {
    const isMore = await feedReplays();
    const count = await deliverDueEvents();
    if (!isMore && count === 0) return;
  }
}

test('a replay sends the events of a range and of chosen types again, in their order', async () => {
  const { id, user, owner, path } = await aSubscription();
  const job = await aSavedJob({ owner: user });
  await end({ jobId: job.id });
  await end({ jobId: job.id, outcome: 'success' });
  await end({ jobId: job.id });
  await db().event.updateMany({ where: { ownerId: user.id }, data: { at: new Date(Date.now() - 60_000) } });
  await feedAndDeliver();
  const from = new Date(Date.now() - 3_600_000);
  expect(await startReplay({ owner, id, from, types: ['execution.failed'] })).toBe(2);
  await feedAndDeliver();
  expect(typesAt(path).slice(3)).toEqual(['execution.failed', 'execution.failed']);
  const deliveries = await deliveriesOf(id);
  expect(deliveries.slice(3).map(({ eventId, lane }) => [eventId, lane])).toEqual([
    [deliveries[0]?.eventId, 2],
    [deliveries[2]?.eventId, 2],
  ]);
  const before = { owner, id, from, until: new Date(Date.now() - 120_000) };
  expect(await startReplay(before)).toBe(0);
});

test('a long replay is enqueued in parts, all of it and once', async () => {
  const { id, owner } = await pastEvents({ count: 450 });
  expect(await startReplay({ owner, id, from: new Date(Date.now() - 7_200_000) })).toBe(450);
  await feedReplays();
  expect(await db().eventDelivery.count({ where: { subscriptionId: id } })).toBe(200);
  await feedReplays();
  expect(await db().eventDelivery.count({ where: { subscriptionId: id } })).toBe(200);
  await expect(startReplay({ owner, id, from: new Date(Date.now() - 7_200_000) })).rejects.toMatchObject({
    type: 'conflict',
  });
  for (let turn = 0; turn < 4; turn += 1) {
    await db().eventDelivery.updateMany({
      where: { subscriptionId: id },
      data: { state: 'sent', endedAt: new Date() },
    });
    await feedReplays();
  }
  const all = await db().eventDelivery.findMany({ where: { subscriptionId: id }, orderBy: { id: 'asc' } });
  expect(all).toHaveLength(450);
  const ids = all.map(({ eventId }) => Number(eventId));
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  expect(await db().eventReplay.findFirst({ where: { subscriptionId: id } })).toMatchObject({
    enqueued: 450,
  });
});

test('live events go first: a replay takes four of the ten in flight', async () => {
  const { id, user, owner, job } = await pastEvents({ count: 1 });
  await db().event.createMany({
    data: Array.from({ length: 8 }, (_, index) => ({
      ...{ ownerId: user.id, jobId: 1_000_000 + index, type: 'execution.failed' },
      ...{ at: new Date(Date.now() - 60_000), data: {} },
    })),
  });
  await startReplay({ owner, id, from: new Date(Date.now() - 7_200_000) });
  await feedReplays();
  const first = await claimDeliveries({ limit: 100, replayLimit: 100 });
  expect(first.map(({ lane }) => lane)).toEqual([2, 2, 2, 2]);
  await end({ jobId: job.id });
  const live = await claimDeliveries({ limit: 100, replayLimit: 100 });
  expect(live.map(({ lane, jobId }) => [lane, jobId])).toEqual([[0, job.id]]);
  await Promise.all([...first, ...live].map((delivery) => deliverEvent({ delivery })));
});

test('a range before 7 days, without a length or in the future is refused', async () => {
  const { id, owner } = await aSubscription();
  const replay = (from: Date, until?: Date) => startReplay({ owner, id, from, until });
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  const ranges: [Date, Date?][] = [[days(7.1)], [days(1), days(2)], [days(-1)], [now()]];
  for (const range of ranges)
    await expect(replay(...range)).rejects.toMatchObject({ type: 'validation_error' });
  await replay(days(6.9));
});
