import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLease } from './lease.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function aLease() {
  const database = { isAway: false, isSettled: false };
  const done: string[] = [];
  const record = (what: string) => () => {
    if (database.isAway) return Promise.reject(new Error('away'));
    done.push(what);
    return Promise.resolve();
  };
  const renew = async () => {
    await record('renew')();
    return !database.isSettled;
  };
  const lease = createLease({
    renew,
    flush: record('flush'),
    rescue: record('settle'),
    onError: () => {},
  });
  return { lease, database, done };
}

test('a lease is renewed every two seconds, and lost workers are settled after each renewal', async () => {
  const { lease, done } = aLease();
  await lease.ready;
  await vi.advanceTimersByTimeAsync(4_100);
  expect(done).toEqual(['renew', 'settle', 'renew', 'settle', 'renew', 'settle']);
  expect(lease.isHeld()).toBe(true);
});

test('a lease that cannot be renewed ends before the database counts the worker as dead', async () => {
  const { lease, database } = aLease();
  await lease.ready;
  database.isAway = true;
  await vi.advanceTimersByTimeAsync(8_900);
  expect(lease.isHeld()).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(lease.isHeld()).toBe(false);
});

test('after the database was down, kept outcomes are written first, and no worker is settled for 20 s', async () => {
  const { lease, database, done } = aLease();
  await lease.ready;
  database.isAway = true;
  await vi.advanceTimersByTimeAsync(30_000);
  database.isAway = false;
  done.length = 0;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(done.slice(0, 2)).toEqual(['flush', 'renew']);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(done).not.toContain('settle');
  await vi.advanceTimersByTimeAsync(8_000);
  expect(done).toContain('settle');
});

test('after a database outage shorter than the lease, other workers have 20 s to renew theirs', async () => {
  const { lease, database, done } = aLease();
  await lease.ready;
  database.isAway = true;
  await vi.advanceTimersByTimeAsync(8_500);
  database.isAway = false;
  done.length = 0;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(lease.isHeld()).toBe(true);
  expect(done).toContain('renew');
  expect(done).not.toContain('settle');
});

test('a machine that slept holds no lease until it is renewed', async () => {
  const { lease, database } = aLease();
  await lease.ready;
  database.isAway = true;
  vi.setSystemTime(Date.now() + 3_600_000);
  expect(lease.isHeld()).toBe(false);
});

test('a worker settled by others holds no lease', async () => {
  const { lease, database } = aLease();
  await lease.ready;
  expect(lease.isHeld()).toBe(true);
  database.isSettled = true;
  await vi.advanceTimersByTimeAsync(2_100);
  expect(lease.isHeld()).toBe(false);
});
