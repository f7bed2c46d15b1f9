import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { minuteMs } from '#domain/time/units.ts';
import { exchanges } from '#server/metrics/instruments.server.ts';
import { createExchange, type ExchangeStore } from './exchange.ts';
import type { Residents } from './residents.ts';
import { aResident } from './test-kit.ts';
import type { Resident } from './types.ts';

// vitest does not replace the timers of node:timers/promises.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise<void>((done) => void setTimeout(done, ms)),
}));

const start = 1_800_000_000_000;

beforeEach(
  () => void vi.useFakeTimers({ now: start, toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] }),
);
afterEach(() => void vi.useRealTimers());

/** A worker with a number of quiet jobs, beside others that hold `ofOthers` jobs. */
function aWorker({
  jobs: count = 0,
  free = 0,
  ofOthers = 0,
  workers = 1,
  store: given = {},
}: {
  jobs?: number;
  free?: number;
  ofOthers?: number;
  workers?: number;
  store?: Partial<ExchangeStore>;
} = {}) {
  const jobs = new Map<number, Resident>();
  const quiet = (jobId: number) => aResident({ jobId, held: [start + minuteMs] });
  for (let jobId = 1; jobId <= count; jobId += 1) jobs.set(jobId, quiet(jobId));
  const table = {
    free,
    ofOthers,
    workers,
    holders: new Map<number, 'mine' | 'other' | 'free'>(),
    taken: [] as number[],
  };
  const freed: number[] = [];
  const untaken: number[] = [];
  const restored: number[] = [];
  const forgotten: number[] = [];
  const errors: unknown[] = [];
  let left = 0;
  let due = 0;
  let nextId = 1_000_000;
  const residents = {
    jobs,
    size: () => jobs.size,
    take: (jobIds: number[]) =>
      jobIds.forEach((jobId) =>
        jobs.set(jobId, Object.assign(jobs.get(jobId) ?? quiet(jobId), { isFreed: false })),
      ),
    forget: (jobIds: Iterable<number>) => {
      for (const jobId of jobIds) if (jobs.delete(jobId)) forgotten.push(jobId);
    },
    reportDue: () => (due += 1),
  } as unknown as Residents;
  const exchange = createExchange({
    residents,
    now: Date.now,
    onError: (error) => errors.push(error),
    store: {
      countResidencies: () =>
        Promise.resolve({
          free: table.free,
          all: table.free + table.ofOthers + jobs.size,
          workers: table.workers,
        }),
      take: (limit) => {
        const number = Math.min(limit, table.free);
        table.taken.push(number);
        table.free -= number;
        const known = untaken.splice(0, number);
        const others = Array.from({ length: number - known.length }, () => (nextId += 1));
        return Promise.resolve([...known, ...others]);
      },
      free: (jobIds) => {
        freed.push(...jobIds);
        untaken.push(...jobIds);
        table.free += jobIds.length;
        return Promise.resolve();
      },
      leave: () => Promise.resolve(void (left += 1)),
      holdersOf: (jobIds) =>
        Promise.resolve(
          new Map(
            jobIds.flatMap((id) => {
              const holder = table.holders.get(id);
              return holder ? [[id, holder] as const] : [];
            }),
          ),
        ),
      own: () => Promise.resolve(new Set(jobs.keys())),
      restore: (jobIds) => Promise.resolve(void restored.push(...jobIds)),
      ...given,
    },
  });
  /** Lets the other workers take the jobs that this one has freed. */
  const letOthersTake = () => {
    const taken = untaken.splice(0);
    table.free -= taken.length;
    table.ofOthers += taken.length;
    for (const jobId of taken) table.holders.set(jobId, 'other');
  };
  const rounds = async (number: number) => {
    for (let round = 0; round < number; round += 1) await exchange.round();
  };
  return {
    exchange,
    jobs,
    table,
    freed,
    restored,
    forgotten,
    errors,
    rounds,
    letOthersTake,
    left: () => left,
    due: () => due,
  };
}

test('the only worker takes all free jobs, five hundred at a time, and looks for due reports', async () => {
  const { rounds, jobs, table, due } = aWorker({ free: 1_200 });
  await rounds(1);
  expect(table.taken).toEqual([500, 500, 200]);
  expect([jobs.size, due()]).toEqual([1_200, 1]);
});

test('exchanged jobs are counted by kind', async () => {
  exchanges.reset();
  await aWorker({ free: 7 }).rounds(1);
  await aWorker({ jobs: 100, workers: 2 }).rounds(5);
  await aWorker({ jobs: 3 }).exchange.leave({ limitMs: 1_000 });
  const counted = (await exchanges.get()).values.map(({ labels, value }) => [labels.kind, value]);
  expect(Object.fromEntries(counted)).toEqual({ taken: 7, balanced: 50, left: 3 });
});

test('a surplus is picked evenly from jobs created together, and from every second or third one of them', async () => {
  const { rounds, jobs, freed } = aWorker({ jobs: 400, ofOthers: 200, workers: 2 });
  await rounds(5);
  expect(freed).toHaveLength(100);
  const groups = [
    ...[100, 200, 300, 400].map((end) => (id: number) => id > end - 100 && id <= end),
    ...[0, 1].map((rest) => (id: number) => id % 2 === rest),
    ...[0, 1, 2].map((rest) => (id: number) => id % 3 === rest),
  ];
  for (const isIn of groups) {
    const part = [...jobs.keys()].filter(isIn).length / jobs.size;
    expect(Math.abs(freed.filter(isIn).length - part * freed.length)).toBeLessThanOrEqual(3);
  }
  expect([...jobs.values()].filter(({ isFreed }) => isFreed)).toHaveLength(100);
});

test('surplus jobs that fire soon are given away after they have fired, and no others in their place', async () => {
  const { rounds, freed, jobs, letOthersTake } = aWorker({ jobs: 100, workers: 2 });
  const [soon, firesIn] = [30, start + 5_000];
  for (let jobId = 1; jobId <= soon; jobId += 1) Object.assign(jobs.get(jobId) ?? {}, { held: [firesIn] });
  await rounds(5);
  const first = freed.length;
  expect(first).toBeLessThan(50);
  expect(freed.filter((jobId) => jobId <= soon)).toEqual([]);
  letOthersTake();
  for (const resident of jobs.values()) resident.held = [start + minuteMs];
  await rounds(5);
  expect(freed).toHaveLength(50);
  expect(freed.slice(first).every((jobId) => jobId <= soon)).toBe(true);
  letOthersTake();
  await rounds(5);
  expect([freed.length, jobs.size]).toEqual([50, 50]);
});

test('jobs that always have a call in flight stay, and others are given away instead', async () => {
  const { rounds, freed, jobs } = aWorker({ jobs: 100, workers: 2 });
  for (let jobId = 1; jobId <= 50; jobId += 1) Object.assign(jobs.get(jobId) ?? {}, { callsOut: 1 });
  await rounds(5);
  expect(freed.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => 51 + index));
});

test('once the shares are even, a small surplus stays', async () => {
  const { rounds, freed, jobs, table, letOthersTake } = aWorker({ jobs: 100, workers: 2 });
  await rounds(5);
  letOthersTake();
  await rounds(5);
  expect([freed.length, jobs.size]).toEqual([50, 50]);
  table.ofOthers -= 10;
  await rounds(5);
  expect(freed).toHaveLength(50);
});

test('a worker leaves jobs that it freed to others for three rounds, even if it is hardly above its share', async () => {
  const { rounds, jobs, table } = aWorker({ jobs: 55, free: 5, ofOthers: 45, workers: 2 });
  for (let jobId = 1; jobId <= 5; jobId += 1) Object.assign(jobs.get(jobId) ?? {}, { isFreed: true });
  await rounds(2);
  expect(table.taken).toEqual([]);
  await rounds(1);
  expect(table.taken).toEqual([5]);
});

test('a freed job that Temporal has handed to this worker again is no longer free', async () => {
  const { rounds, jobs, table } = aWorker({ jobs: 3 });
  for (const resident of jobs.values()) resident.isFreed = true;
  table.holders = new Map([
    [1, 'mine'],
    [2, 'free'],
  ]);
  await rounds(1);
  expect([...jobs.values()].map(({ isFreed }) => isFreed)).toEqual([false, true, true]);
});

test('a worker that stops tries again to free its jobs', async () => {
  const freed = vi
    .fn()
    .mockRejectedValueOnce(new Error('deadlock detected'))
    .mockResolvedValueOnce(undefined);
  const { exchange, errors } = aWorker({ jobs: 3, store: { leave: freed } });
  const leaving = exchange.leave({ limitMs: 10_000 });
  await vi.advanceTimersByTimeAsync(500);
  await leaving;
  expect([freed.mock.calls.length, errors.length]).toEqual([2, 0]);
});

test('of two workers each takes little more than its share at first, and anything once nobody else does', async () => {
  const { rounds, jobs } = aWorker({ free: 100, workers: 2 });
  await rounds(1);
  expect(jobs.size).toBe(56);
  await rounds(1);
  expect(jobs.size).toBe(56);
  await rounds(1);
  expect(jobs.size).toBe(100);
});

test('a worker with its share takes no free jobs at first', async () => {
  const { rounds, jobs, table } = aWorker({ jobs: 60, free: 20, ofOthers: 20, workers: 2 });
  await rounds(2);
  expect([jobs.size, table.taken]).toEqual([60, []]);
  await rounds(1);
  expect(jobs.size).toBe(80);
});

test('free jobs that another worker takes meanwhile are no error', async () => {
  const found = [[7], []];
  const { rounds, jobs, errors } = aWorker({
    free: 1_200,
    store: { take: () => Promise.resolve(found.shift() ?? []) },
  });
  await rounds(1);
  expect([[...jobs.keys()], errors]).toEqual([[7], []]);
});

test('a round that takes long is not made twice at a time', async () => {
  let respond = () => {};
  let asked = 0;
  const { exchange, due } = aWorker({
    store: {
      countResidencies: () => {
        asked += 1;
        return new Promise((done) => (respond = () => done({ free: 0, all: 0, workers: 1 })));
      },
    },
  });
  void exchange.round();
  void exchange.round();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toBe(1);
  respond();
  await vi.advanceTimersByTimeAsync(0);
  expect(due()).toBe(1);
  void exchange.round();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toBe(2);
});

test('each fifth round a worker gives away what it holds above its share', async () => {
  const { rounds, freed, jobs } = aWorker({ jobs: 100, workers: 2 });
  await rounds(4);
  expect(freed).toEqual([]);
  await rounds(1);
  expect(freed).toHaveLength(50);
  // It goes on with them until others have taken them.
  expect(jobs.size).toBe(100);
  expect([...jobs.values()].filter(({ isFreed }) => isFreed)).toHaveLength(50);
});

test.each([
  ['alone', { jobs: 100, workers: 1 }],
  ['little above its share', { jobs: 110, ofOthers: 90, workers: 2 }],
  ['with fewer than twenty jobs too many', { jobs: 30, ofOthers: 0, workers: 2 }],
])('a worker %s gives nothing away', async (_what, given) => {
  const { rounds, freed } = aWorker(given);
  await rounds(10);
  expect(freed).toEqual([]);
});

test('a job that fires soon, calls, leaves, is planned or is free already is not given away', async () => {
  const { rounds, freed, jobs } = aWorker({ jobs: 100, workers: 2 });
  const busy: Partial<Resident>[] = [
    { held: [start + 10_000] },
    { callsOut: 1 },
    { isEnding: true },
    { isPlanning: true },
    { isFreed: true },
  ];
  for (const [jobId, resident] of jobs) Object.assign(resident, busy[jobId % (busy.length + 1)]);
  await rounds(5);
  expect(freed.length).toBe(16);
  expect(freed.filter((jobId) => jobId % (busy.length + 1) < busy.length)).toEqual([]);
});

test('a job given away is forgotten once another worker has taken it', async () => {
  const { rounds, table, jobs, forgotten } = aWorker({ jobs: 3 });
  for (const jobId of [1, 2, 3]) Object.assign(jobs.get(jobId) ?? {}, { isFreed: jobId < 3 });
  table.holders = new Map([
    [1, 'other'],
    [2, 'free'],
    [3, 'other'],
  ]);
  await rounds(1);
  expect([forgotten, [...jobs.keys()]]).toEqual([[1], [2, 3]]);
});

test('a difference between memory and table that was there twice is settled', async () => {
  const own = new Set([2, 3, 50, 51]);
  const { rounds, table, jobs, restored, forgotten } = aWorker({
    jobs: 4,
    store: { own: () => Promise.resolve(own) },
  });
  table.holders = new Map([[1, 'other']]);
  await rounds(29);
  expect([jobs.size, restored, forgotten]).toEqual([4, [], []]);
  // Seen once: it comes and goes.
  own.delete(51);
  own.add(52);
  await rounds(1);
  expect(forgotten).toEqual([1]);
  expect(restored).toEqual([4]);
  expect([...jobs.keys()].sort((a, b) => a - b)).toEqual([2, 3, 4, 50]);
});

test('a deleted table is written again after two comparisons', async () => {
  const { rounds, restored, jobs } = aWorker({ jobs: 20, store: { own: () => Promise.resolve(new Set()) } });
  await rounds(29);
  expect(restored).toEqual([]);
  await rounds(1);
  expect(restored).toHaveLength(20);
  expect(jobs.size).toBe(20);
});

test('a worker that stops frees its jobs and goes on with each until another one has taken it', async () => {
  const { exchange, table, jobs, left, due } = aWorker({ jobs: 3, workers: 2 });
  table.holders = new Map([
    [1, 'free'],
    [2, 'free'],
    [3, 'free'],
  ]);
  let isOver = false;
  void exchange.leave({ limitMs: 10_000 }).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(1_000);
  expect([left(), jobs.size, isOver]).toEqual([1, 3, false]);
  table.holders.set(1, 'other');
  await vi.advanceTimersByTimeAsync(250);
  expect([[...jobs.keys()], isOver]).toEqual([[2, 3], false]);
  for (const jobId of [2, 3]) table.holders.set(jobId, 'other');
  await vi.advanceTimersByTimeAsync(250);
  expect([jobs.size, isOver]).toEqual([0, true]);
  // It takes no jobs any more.
  table.free = 10;
  await exchange.round();
  expect([jobs.size, due()]).toEqual([0, 0]);
});

test('a worker that stops waits for its limit if others take nothing, and not at all if it is the only one', async () => {
  const tookMs = async (workers: number) => {
    const { exchange } = aWorker({ jobs: 3, workers });
    const began = performance.now();
    let took = Infinity;
    void exchange.leave({ limitMs: 10_000 }).then(() => (took = performance.now() - began));
    await vi.advanceTimersByTimeAsync(15_000);
    return took;
  };
  expect(await tookMs(1)).toBe(0);
  expect(await tookMs(2)).toBeGreaterThanOrEqual(10_000);
  expect(await tookMs(2)).toBeLessThan(10_500);
});

test('while the database is down, a round and a stop end with an error reported', async () => {
  const { exchange, errors, jobs } = aWorker({
    jobs: 3,
    store: { countResidencies: () => Promise.reject(new Error('away')) },
  });
  await exchange.round();
  let isOver = false;
  void exchange.leave({ limitMs: 10_000 }).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(2_000);
  expect([errors.length, jobs.size, isOver]).toEqual([2, 3, true]);
});

test('a worker that stops completes its hand-over despite transient database errors', async () => {
  let failures = 2;
  const { exchange, table, errors, jobs, left } = aWorker({
    jobs: 3,
    workers: 2,
    store: {
      countResidencies: () =>
        failures-- > 0
          ? Promise.reject(new Error('deadlock'))
          : Promise.resolve({ free: 0, all: 3, workers: 2 }),
    },
  });
  table.holders = new Map([1, 2, 3].map((jobId) => [jobId, 'other']));
  const leaving = exchange.leave({ limitMs: 10_000 });
  await vi.advanceTimersByTimeAsync(1_000);
  await leaving;
  expect([errors.length, left(), jobs.size]).toEqual([0, 1, 0]);
});
