import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLease } from './lease.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function aLease(given: { rescue?: () => Promise<void> } = {}) {
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
  const errors: unknown[] = [];
  const lease = createLease({
    renew,
    flush: record('flush'),
    rescue: given.rescue ?? record('settle'),
    onHeld: () => done.push('held'),
    onLost: () => done.push('lost'),
    onError: (error) => errors.push(error),
  });
  return { lease, database, done, errors };
}

/** The database is back after an outage; only what follows is recorded. */
async function aLeaseAfterOutage({ forMs }: { forMs: number }) {
  const given = aLease();
  await given.lease.ready;
  given.database.isAway = true;
  await vi.advanceTimersByTimeAsync(forMs);
  given.database.isAway = false;
  given.done.length = 0;
  return given;
}

test('a lease is renewed every two seconds, and after each renewal lost workers are settled and jobs exchanged', async () => {
  const { lease, done } = aLease();
  await lease.ready;
  await vi.advanceTimersByTimeAsync(4_100);
  const round = ['renew', 'settle', 'held'];
  expect(done).toEqual([...round, ...round, ...round]);
  expect(lease.isHeld()).toBe(true);
});

test('a rescue that takes longer than the lease does not cost it', async () => {
  let rescues = 0;
  const { lease, done } = aLease({
    rescue: () => {
      rescues += 1;
      return new Promise((done) => setTimeout(done, 30_000));
    },
  });
  await lease.ready;
  await vi.advanceTimersByTimeAsync(20_000);
  expect([lease.isHeld(), rescues]).toEqual([true, 1]);
  expect(done.filter((what) => what === 'held').length).toBeGreaterThan(5);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(rescues).toBe(2);
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
  const { done } = await aLeaseAfterOutage({ forMs: 30_000 });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(done.slice(0, 2)).toEqual(['flush', 'renew']);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(done).not.toContain('settle');
  await vi.advanceTimersByTimeAsync(8_000);
  expect(done).toContain('settle');
});

test('after a database outage shorter than the lease, other workers have 20 s to renew theirs', async () => {
  const { lease, done } = await aLeaseAfterOutage({ forMs: 8_500 });
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

test('a lost lease is announced once, before the next renewal: others have the jobs', async () => {
  const { lease, database, done, errors } = aLease();
  await lease.ready;
  database.isSettled = true;
  done.length = 0;
  await vi.advanceTimersByTimeAsync(2_100);
  expect(done).toEqual(['renew', 'lost']);
  expect(errors).toHaveLength(1);
  // The worker goes on under a new id, and first writes the results it has kept.
  database.isSettled = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(done.slice(2)).toEqual(['flush', 'renew', 'held']);
  expect(lease.isHeld()).toBe(true);
});

test('an outage of the database is no loss of the lease: the jobs stay', async () => {
  const { lease, database, done } = aLease();
  await lease.ready;
  database.isAway = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lease.isHeld()).toBe(false);
  expect(done).not.toContain('lost');
});

test('jobs are exchanged after an outage too, while no worker is settled', async () => {
  const { done } = await aLeaseAfterOutage({ forMs: 30_000 });
  await vi.advanceTimersByTimeAsync(6_000);
  expect(done).toContain('held');
  expect(done).not.toContain('settle');
});
