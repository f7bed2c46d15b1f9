import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const read = (...args: string[]) => readSettings({ args, peerNames: ['floor', 'graphile'] });

test('without arguments everything is measured', () => {
  expect(read()).toMatchObject({
    parts: [
      ...[
        'burst',
        'peers',
        'rate',
        'growth',
        'ledger',
        'idle',
        'memory',
        'kill',
        'takeover',
        'deploy',
        'join',
      ],
      ...['web', 'api', 'pages'],
    ],
    sizes: [1, 100, 1_000, 10_000],
    period: 60,
    idlePeriods: ['day', 'hour'],
    heldJobs: [1, 1_000, 6_000],
    stores: ['sqlite', 'postgres'],
    rounds: 5,
  });
});

test('parts, sizes and peers can be selected', () => {
  expect(read('burst', '--sizes', '10,20', '--peers', 'floor')).toMatchObject({
    parts: ['burst'],
    sizes: [10, 20],
    peers: ['floor'],
  });
  expect(read('--suite', 'web').parts).toEqual(['web']);
});

test('the numbers of jobs and their period can be selected', () => {
  const args = [
    '--period',
    '10',
    '--growth-jobs',
    '200,800',
    '--idle-period',
    'hour',
    '--hand-over-ms',
    '25',
  ];
  expect(read('rate', ...args)).toMatchObject({
    period: 10,
    growthJobs: [200, 800],
    idlePeriods: ['hour'],
    handOverMs: 25,
  });
});

test.each([
  ['bursts'],
  ['--sizes=0'],
  ['--peers=cron'],
  ['--stores=mysql'],
  ['--period=0.5'],
  ['--idle-period=week'],
])('%s is refused', (arg) => {
  expect(() => read(arg)).toThrow(/is one of|whole numbers/);
});
