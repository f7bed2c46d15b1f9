import { expect, test } from 'vitest';
import { cachedWorkflowsFor, memoryBytes } from './cached-workflows.ts';

const gib = 2 ** 30;

test('a small machine keeps few runs, a large one as many as one thread holds', () => {
  expect(cachedWorkflowsFor(gib / 8)).toBe(100);
  expect(cachedWorkflowsFor(2 * gib)).toBe(1_024);
  expect(cachedWorkflowsFor(64 * gib)).toBe(8_000);
});

test('the memory of this machine is known', () => {
  expect(memoryBytes()).toBeGreaterThan(gib / 4);
});
