import { expect, test } from 'vitest';
import { tablesOf } from './table.ts';

const figures = {
  p50Ms: 12.5,
  p99Ms: 1234,
  maxMs: 1300,
  worstP99Ms: 1250,
  early: 0,
  missed: 0,
  twice: 0,
  rounds: 5,
};

test('the product and its peers share one table, by size', () => {
  const text = tablesOf({
    burst: {
      1000: figures,
      10: { ...figures, at: '2026-03-02T12:00:00.000Z', machine: { model: 'A Processor' } },
    },
    peers: {
      'floor 1000': { name: 'a timer', ...figures },
      'redis 1000': { name: 'BullMQ', skipped: 'no Redis' },
    },
  });
  const lines = text.split('\n');
  expect(lines[2]).toContain('| Punctual | 10 | 12.5 | 1,234 |');
  expect(lines[2]).toContain('| A Processor, 2026-03-02 |');
  expect(lines.slice(3).map((line) => line.split(' | ')[0])).toEqual(['| Punctual', '| a timer', '| BullMQ']);
  expect(lines[5]).toContain('left out: no Redis');
});

test('a part without measurements has no table', () => {
  expect(tablesOf({ kill: { 1: { jobs: 1, worstMs: 9000, missed: 0, twice: 0, lost: 0 } } })).not.toContain(
    'Minutely',
  );
});

test('a page or group over its budget is marked', () => {
  const times = { p50Ms: 9, p99Ms: 81, maxMs: 90, errors: 0, isWithin: false };
  const page = { ...times, buffers: 62, bufferBudget: 50 };
  const row = {
    jobs: 10,
    perSecond: 20,
    budgetMs: 80,
    all: times,
    groups: { job: times },
    pages: { job: page },
  };
  const text = tablesOf({ web: { 10: row } });
  expect(text).toContain('| job | 9 | 81 | 90 | 0 | 62 | 50 | **no** |');
  expect(text).toContain('| all of job, p99 of 80 allowed | 9 | 81 | 90 | 0 |  |  | **no** |');
});

test('API calls are listed with their budget', () => {
  const call = { requests: 600, p50Ms: 6, p99Ms: 21, maxMs: 44, errors: 0 };
  const row = { keys: 50, perSecond: 200, budgetMs: 30, all: call, calls: { 'GET /jobs': call } };
  expect(tablesOf({ api: { 200: row } })).toContain('| GET /jobs | 600 | 6 | 21 | 44 | 0 | 30 |');
});

test('a page over its budget in the browser is marked', () => {
  const figure = { p75: 900, worst: 1_200 };
  const page = {
    ...{ lcpMs: figure, cls: { p75: 0.001, worst: 0.002 }, inpMs: figure, scriptsKb: 3.6, isWithin: false },
    allowed: { lcpMs: 1_000, cls: 0.02, inpMs: 100, scriptsKb: 110 },
  };
  expect(tablesOf({ pages: { '4x': { throttledCpu: 4, pages: { landing: page } } } })).toContain(
    '| landing | 900 | 1,200 | 0.001 | 0.002 | 900 | 1,200 | 3.6 | 1,000, 0.02, 100, 110 | **no** |',
  );
});

test('a rate names its period and the cost of a fire', () => {
  const row = {
    ...{ store: 'sqlite', firesPerSecond: 1_000, periodMs: 10_000, lastMinute: figures },
    ...{ cpuMsPerFire: { inAll: 0.9, worker: 0.7, temporal: 0.05, postgres: 0.15 } },
    ...{ perFire: { commits: 0.04, bytesInAll: 690 }, worker: { rssMb: 420 } },
  };
  expect(tablesOf({ rate: { 'sqlite 1000 each 10 s': { ...row, ...figures } } })).toContain(
    '| Temporal on sqlite | 1,000 | 10 | 12.5 | 1,234 | 1,234 | 0 | 0 | 0 | 0.9 | 0.7 | 0.05 | 0.15 | 0.04 | 690 | 420 |',
  );
  const text = tablesOf({ rate: { 'sqlite 60': { store: 'sqlite', firesPerSecond: 60, ...figures } } });
  expect(text).toContain('| Temporal on sqlite | 60 | 60 | 12.5 | 1,234 | – | 0 | 0 | 0 | – |');
});

test('more jobs are compared with the fewest', () => {
  const growth = (jobs: number, inAll: number) => ({ jobs, firesPerSecond: 100, cpuMsPerFire: { inAll } });
  const memory = (jobs: number, mb: number) => ({ jobs, rssBytes: mb * 2 ** 20, peakBytes: mb * 2 ** 20 });
  const text = tablesOf({
    growth: { 1000: growth(1_000, 2), 60000: growth(60_000, 2.1) },
    memory: { 1000: memory(1_000, 200), 60000: { ...memory(60_000, 318), fired: 1 } },
  });
  expect(text).toContain('| spread evenly | 1,000 | 100 | 2 | 1 |');
  expect(text).toContain('| spread evenly | 60,000 | 100 | 2.1 | 1.05 |');
  expect(text).toContain('| hourly, between two hours | 1,000 | 200 | 200 | – |');
  expect(text).toContain('| hourly; **some were due meanwhile** | 60,000 | 318 | 318 | 2,097 |');
});

test('workers that are killed, replaced and added have a table each', () => {
  const failed = { jobs: 6_000, ...figures, worstMs: 14_000, lost: 0 };
  const text = tablesOf({
    takeover: { 6000: failed },
    deploy: { 6000: { ...failed, firesPerSecond: 100 } },
    join: {
      6000: { ...failed, imbalancePercent: 12.5, worstImbalancePercent: 18, balancedAfterSeconds: 40 },
    },
    idle: {
      '10 each hour': { jobs: 10, period: 'hour', cpuInAll: 1.2, cpuWithoutJobsInAll: 1, bytesPerJob: 9 },
    },
  });
  expect(text).toContain('| kill -9 | 6,000 | 1,234 | 1,250 | 14,000 | 0 | 0 | 0 | 5 |');
  expect(text).toContain('| SIGTERM | 100 | 1,234 | 1,250 | 14,000 | 0 | 0 | 0 | 5 |');
  expect(text).toContain('| minutely | 6,000 | 12.5 | 18 | 40 | 1,234 | 1,250 | 14,000 | 0 | 0 | 0 | 5 |');
  expect(text).toContain('| hourly, between two hours | 10 | 1.2 | 1 | 9 |');
});
