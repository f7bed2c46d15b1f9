import { expect, test } from 'vitest';
import { planRuns } from './plan.ts';
import { readSettings } from './settings.ts';

const plan = (...args: string[]) => planRuns(readSettings({ args, peerNames: ['floor'] }));

test('each size of a burst is followed by its peers', () => {
  const orders = plan('burst', 'peers', '--sizes', '100,1000', '--peer-sizes', '100');
  expect(orders.map(({ part, key }) => `${part} ${key}`)).toEqual([
    'burst 100',
    'peers floor 100',
    'burst 1000',
  ]);
});

test('a rate needs as many jobs as fire in one period', () => {
  expect(plan('rate', '--rates', '1000', '--stores', 'sqlite')).toMatchObject([
    { key: 'sqlite 1000', jobs: 60_000, periodMs: 60_000 },
  ]);
  expect(plan('rate', '--rates', '1000', '--stores', 'sqlite', '--period', '10')).toMatchObject([
    { key: 'sqlite 1000 each 10 s', jobs: 10_000, periodMs: 10_000 },
  ]);
});

test('different numbers of jobs fire at the same rate', () => {
  expect(plan('growth')).toMatchObject([
    { jobs: 1_000, periodMs: 10_000 },
    { jobs: 60_000, periodMs: 600_000 },
  ]);
});

test('daily and hourly idle jobs are two results', () => {
  expect(plan('idle').map(({ key }) => key)).toEqual(['10000', '10000 each hour']);
});

test('kill, takeover, deploy and join have five rounds by default', () => {
  const roundsOf = (...args: string[]) =>
    plan('kill', 'takeover', 'deploy', 'join', '--held-jobs', '1', ...args).map(
      (order) => 'rounds' in order && order.rounds,
    );
  expect(roundsOf()).toEqual([5, 5, 5, 5]);
  expect(roundsOf('--rounds', '1')).toEqual([1, 1, 1, 1]);
});
