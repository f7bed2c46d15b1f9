import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DueNotification } from '#server/notifications/list-due-notifications.server.ts';
import type { Delivery } from '#server/notifications/types.ts';
import { createNotificationDeliveries } from './notification-deliveries.ts';

vi.mock('#server/log.server.ts', () => ({ log: () => ({ warn: () => undefined }) }));

const start = Date.UTC(2026, 11, 1);
beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

/** Due notifications, and deliveries that end when the test says so. */
function aWorker({ due }: { due: DueNotification[] }) {
  const busy = { isBusy: false };
  const ends = new Map<number, (delivery: Delivery) => void>();
  const began: number[] = [];
  const delivered: number[] = [];
  const deliveries = createNotificationDeliveries({
    isBusy: () => busy.isBusy,
    onDelivered: ({ notificationId }) => delivered.push(notificationId),
    list: ({ limit, except }) => {
      const free = due.filter(({ destination }) => !except.includes(destination));
      const first = free.filter(
        (one, index) => free.findIndex(({ destination }) => destination === one.destination) === index,
      );
      return Promise.resolve(first.slice(0, limit));
    },
    deliver: ({ notificationId }) => {
      began.push(notificationId);
      due.splice(
        due.findIndex((one) => one.notificationId === notificationId),
        1,
      );
      return new Promise((resolve) => ends.set(notificationId, resolve));
    },
  });
  const end = async (notificationId: number, delivery: Delivery = { kind: 'sent' }) => {
    ends.get(notificationId)?.(delivery);
    await vi.advanceTimersByTimeAsync(60);
  };
  return { deliveries, busy, began, delivered, end };
}

const dueTo = (destination: string, ...ids: number[]): DueNotification[] =>
  ids.map((notificationId) => ({ notificationId, destination }));

test('delivers one notification at a time to each destination', async () => {
  const { began, delivered, end, deliveries } = aWorker({ due: [...dueTo('a', 1, 2), ...dueTo('b', 3)] });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(began).toEqual([1, 3]);
  await end(1);
  expect([began, delivered]).toEqual([[1, 3, 2], [1]]);
  await end(2);
  await end(3);
  await deliveries.close({ limitMs: 5_000 });
});

test('a destination at its pace is left alone until it takes the next notification', async () => {
  const { began, end, deliveries } = aWorker({ due: [...dueTo('a', 1, 2, 3), ...dueTo('b', 4, 5)] });
  await vi.advanceTimersByTimeAsync(10);
  await end(1, { kind: 'again', at: start + 30_000, isPaced: true });
  await end(4, { kind: 'again', at: start + 30_000 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(began).toEqual([1, 4, 5]);
  await vi.advanceTimersByTimeAsync(20_100);
  expect(began).toEqual([1, 4, 5, 2]);
  await Promise.all([end(2), end(5)]);
  await end(3);
  await deliveries.close({ limitMs: 5_000 });
});

test('the next message to a destination leaves its gap after the end of the last one', async () => {
  const due = dueTo('a', 1, 2);
  const began: number[] = [];
  const deliveries = createNotificationDeliveries({
    isBusy: () => false,
    onDelivered: () => {},
    list: ({ except }) => Promise.resolve(except.includes('a') ? [] : due.slice(0, 1)),
    deliver: async ({ onSent }) => {
      due.shift();
      began.push(Date.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 400));
      onSent?.({ gapMs: 1_000 });
      return { kind: 'sent' };
    },
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(began).toHaveLength(2);
  expect(Number(began[1]) - Number(began[0])).toBeGreaterThanOrEqual(1_400);
  expect(Number(began[1]) - Number(began[0])).toBeLessThan(1_500);
  await deliveries.close({ limitMs: 5_000 });
});

test('starts five together, and the next five a moment later', async () => {
  const due = Array.from({ length: 130 }, (_, index) => dueTo(`to-${index}`, index)).flat();
  const { began, deliveries } = aWorker({ due });
  await vi.advanceTimersByTimeAsync(0);
  expect(began).toHaveLength(5);
  await vi.advanceTimersByTimeAsync(51);
  expect(began).toHaveLength(10);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(began).toHaveLength(100);
  const closing = deliveries.close({ limitMs: 5_000 });
  await vi.advanceTimersByTimeAsync(5_000);
  await closing;
});

test('waits while a burst of calls is leaving', async () => {
  const { began, busy, end, deliveries } = aWorker({ due: dueTo('a', 1) });
  busy.isBusy = true;
  await vi.advanceTimersByTimeAsync(200);
  expect(began).toEqual([]);
  busy.isBusy = false;
  await vi.advanceTimersByTimeAsync(60);
  expect(began).toEqual([1]);
  await end(1);
  await deliveries.close({ limitMs: 5_000 });
});

test('a delivery that fails by a defect is tried again', async () => {
  const due = dueTo('a', 1);
  const attempts: number[] = [];
  const deliveries = createNotificationDeliveries({
    isBusy: () => false,
    onDelivered: () => {},
    list: () => Promise.resolve(due),
    deliver: ({ notificationId }) => {
      attempts.push(notificationId);
      if (attempts.length > 1) due.splice(0);
      return attempts.length > 1 ? Promise.resolve({ kind: 'sent' }) : Promise.reject(new Error('away'));
    },
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(attempts).toEqual([1, 1]);
  await deliveries.close({ limitMs: 5_000 });
});
