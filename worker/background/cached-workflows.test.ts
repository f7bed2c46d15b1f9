import { expect, test } from 'vitest';
import { cachedWorkflowsFor, memoryBytes, threadsFor } from './cached-workflows.ts';

const gib = 2 ** 30;

test('a small machine caches few runs, and a large one no more than are awake', () => {
  expect(cachedWorkflowsFor(gib / 8)).toBe(200);
  expect(cachedWorkflowsFor(2 * gib)).toBe(500);
  expect(cachedWorkflowsFor(128 * gib)).toBe(500);
});

test('more runs than one thread holds get more threads', () => {
  expect(threadsFor(100)).toBe(1);
  expect(threadsFor(8_000)).toBe(1);
  expect(threadsFor(8_001)).toBe(2);
  expect(threadsFor(32_000)).toBe(4);
});

test('the memory of this machine is detected', () => {
  expect(memoryBytes()).toBeGreaterThan(gib / 4);
});
