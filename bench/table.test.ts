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
