import { expect, test } from 'vitest';
import { webhookIdOf } from './ids.ts';

const requestId = '5b0e3a4c-7c0e-4c53-9d3e-3f6a0f1f2b11';

test('the id of a scheduled fire is its job and its second', () => {
  const scheduledFor = Date.parse('2026-11-21T15:00:00.999Z');
  expect(webhookIdOf({ jobId: 7, scheduledFor, requestId: null })).toBe('fire_7_1795273200');
});

test('the id of a requested run is the UUID of its request', () => {
  expect(webhookIdOf({ jobId: 7, scheduledFor: null, requestId })).toBe(requestId);
});

test('a run with neither a scheduled time nor a request has no id', () => {
  expect(webhookIdOf({ jobId: 7, scheduledFor: null, requestId: null })).toBeNull();
});
