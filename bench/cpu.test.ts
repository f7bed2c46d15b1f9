import { expect, test } from 'vitest';
import { cpuMsPerFire, inAll } from './cpu.ts';

const cpu = { worker: 30, temporal: 2, postgres: 8, target: 50 };

test('the target is left out of the sum', () => {
  expect(inAll(cpu)).toBe(40);
});

test('a share of a core over a minute becomes milliseconds per fire', () => {
  expect(cpuMsPerFire({ cpu, ms: 60_000, fires: 12_000 })).toEqual({
    worker: 1.5,
    temporal: 0.1,
    postgres: 0.4,
    inAll: 2,
  });
});
