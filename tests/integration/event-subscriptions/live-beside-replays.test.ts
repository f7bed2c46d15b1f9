import { setTimeout as sleep } from 'node:timers/promises';
import { fillTables } from '#tests/integration/fill-tables.ts';
import { inbox } from '#tests/integration/notifications/set-up.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { listen } from '#server/database/listen.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { enqueueEvents } from '#server/event-subscriptions/enqueue-events.server.ts';
import { startReplay } from '#server/event-subscriptions/start-replay.server.ts';
import { createEventDeliveries } from '#worker/background/event-deliveries.ts';
import { aSubscription } from './kit.ts';

type Subscription = Awaited<ReturnType<typeof aSubscription>>;

const hourMs = 3_600_000;

/** The deliveries of a worker, which the database wakes. */
function aWorker() {
  const events = createEventDeliveries({ hasLease: () => true });
  const listener = listen({ channels: ['event_enqueued'], onUpdate: events.wake, onReturn: events.wake });
  onTestFinished(async () => {
    inbox.release();
    await Promise.all([listener.close(), events.close()]);
  });
}

/** Events of the last hour, of these jobs in turn. */
const pastEvents = ({ user }: Subscription, { count, jobs }: { count: number; jobs: number }) =>
  fillTables({
    text: `insert into "Event" ("ownerId", "type", "jobId", "at", "data")
     select $1, 'execution.failed', 1 + n % $3, now() - interval '1 hour' + n * interval '1 ms',
       json_build_object('job', 1 + n % $3, 'position', n)
     from generate_series(1, $2::int) n`,
    values: [user.id, count, jobs],
  });

const replay = ({ id, owner }: Subscription) =>
  startReplay({ owner, id, from: new Date(Date.now() - 2 * hourMs) });

interface Position {
  job: number;
  position: number;
}

const positionsAt = (path: string) =>
  inbox.at(path).map(({ body }) => (JSON.parse(body) as { data: Position }).data);

/** Enqueues an event and returns the milliseconds until it arrives. */
async function delayOfLiveEvent({ user, path }: Subscription, data: Position) {
  const began = performance.now();
  const event = { ownerId: user.id, type: 'execution.failed', jobId: data.job, at: Date.now() } as const;
  await inTransaction((client) => enqueueEvents({ client, events: [{ ...event, data: { ...data } }] }));
  const hasArrived = () => positionsAt(path).some(({ position }) => position === data.position);
  await vi.waitUntil(hasArrived, { timeout: 10_000, interval: 5 });
  return performance.now() - began;
}

/** Events that arrived before an earlier event of the same job. */
function disorder(positions: Position[]) {
  const newest = new Map<number, number>();
  return positions.filter(({ job, position }) => {
    const isLate = position < (newest.get(job) ?? 0);
    newest.set(job, position);
    return isLate;
  });
}

test('live events do not wait for a replay of thousands to the same subscription', async () => {
  const to = await aSubscription();
  await pastEvents(to, { count: 5_000, jobs: 50 });
  expect(await replay(to)).toBe(5_000);
  aWorker();
  await vi.waitUntil(() => positionsAt(to.path).length > 50, { timeout: 10_000 });
  const delays: number[] = [];
  for (let index = 0; index < 20; index += 1) {
    delays.push(await delayOfLiveEvent(to, { job: 1 + (index % 2), position: 1_000_000 + index }));
    await sleep(100);
  }
  expect(Math.max(...delays)).toBeLessThan(2_000);
  const positions = positionsAt(to.path);
  const live = positions.filter(({ position }) => position >= 1_000_000);
  const past = positions.filter(({ position }) => position < 1_000_000);
  expect(live).toHaveLength(20);
  // Still under way, beside the live ones, and in order.
  expect(past.length).toBeGreaterThan(100);
  expect(past.length).toBeLessThan(5_000);
  expect([disorder(past), disorder(live)]).toEqual([[], []]);
});

test('replays to receivers that do not respond delay no live event of another account', async () => {
  const slow = await Promise.all(Array.from({ length: 30 }, () => aSubscription({ kind: 'held' })));
  for (const to of slow) {
    await pastEvents(to, { count: 100, jobs: 20 });
    await replay(to);
  }
  const other = await aSubscription();
  aWorker();
  const replays = () => db().eventStream.count({ where: { isHeld: true, lane: 2 } });
  await vi.waitUntil(async () => (await replays()) >= 40, { timeout: 10_000 });
  await sleep(500);
  const delays: number[] = [];
  for (let index = 0; index < 5; index += 1)
    delays.push(await delayOfLiveEvent(other, { job: 1, position: 1 + index }));
  expect(Math.max(...delays)).toBeLessThan(2_000);
  expect(await replays()).toBe(40);
});
