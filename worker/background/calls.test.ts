import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createInFlightCalls } from './calls.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const until = new AbortController().signal;

test('a call is being sent until its request has left or it has ended', () => {
  const calls = createInFlightCalls();
  const [first, second] = [calls.begin({ jobId: 1, until }), calls.begin({ jobId: 2, until })];
  expect(calls.isSending()).toBe(true);
  first.sent();
  expect(calls.isSending()).toBe(true);
  second.end();
  expect([calls.isSending(), calls.size()]).toEqual([false, 1]);
});

test('a request still unsent after a while does not count as being sent', () => {
  const calls = createInFlightCalls();
  calls.begin({ jobId: 1, until });
  vi.advanceTimersByTime(101);
  expect(calls.isSending()).toBe(false);
});

test('a call without a job is aborted only by a shutdown, and counts for no job', () => {
  const calls = createInFlightCalls();
  const test = calls.begin({ jobId: null, until });
  calls.cut({ jobId: 0, reason: 'deleted' });
  expect([calls.jobs(), test.signal.aborted]).toEqual([[], false]);
  calls.cut({ reason: 'shutdown' });
  expect(test.signal.aborted).toBe(true);
});

test('a call whose response is there counts until it has ended, but no longer as unanswered', () => {
  const calls = createInFlightCalls();
  const call = calls.begin({ jobId: 1 });
  calls.begin({ jobId: 2 });
  call.responded();
  expect([calls.size(), calls.unanswered()]).toEqual([2, 1]);
  call.end();
  expect([calls.size(), calls.unanswered()]).toEqual([1, 1]);
});
