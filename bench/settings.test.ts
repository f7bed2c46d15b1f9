import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const read = (...args: string[]) => readSettings({ args, peerNames: ['floor', 'graphile'] });

test('without arguments everything is measured', () => {
  expect(read()).toMatchObject({
    parts: ['burst', 'peers', 'rate', 'ledger', 'idle', 'kill', 'web', 'api', 'pages'],
    sizes: [1, 100, 1_000, 10_000],
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

test.each([['bursts'], ['--sizes=0'], ['--peers=cron'], ['--stores=mysql']])('%s is refused', (arg) => {
  expect(() => read(arg)).toThrow(/is one of|whole numbers/);
});
