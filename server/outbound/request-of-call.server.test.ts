import { beforeEach, expect, test, vi } from 'vitest';
import type { ClaimedCall } from '#server/executions/types.ts';
import { requestOf } from './request-of-call.server.ts';

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgres://unused');
  vi.stubEnv('APP_ORIGIN', 'https://punctual.example');
});

const fire = Date.UTC(2026, 0, 1, 12);

function aCall(changes: Partial<ClaimedCall> = {}): ClaimedCall {
  return {
    executionId: 1,
    attempt: 2,
    jobId: 7,
    ownerId: 1,
    jobVersion: 1,
    trigger: 'schedule',
    scheduledFor: fire,
    dueAt: fire,
    webhookId: 'fire_7_1767268800',
    url: 'https://example.com/run',
    method: 'POST',
    headers: {},
    payload: null,
    timeoutSeconds: 30,
    retryCount: 3,
    successCriterion: 'status_code',
    successRegex: null,
    acceptedStatuses: null,
    deadlineAt: null,
    ...changes,
  };
}

test('a call tells its target which fire and attempt it is', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: fire + 5_900 });
  try {
    expect(requestOf(aCall())).toEqual({
      url: 'https://example.com/run',
      method: 'POST',
      payload: null,
      timeoutMs: 30_000,
      headers: {
        'webhook-id': 'fire_7_1767268800',
        'webhook-timestamp': '1767268805',
        'idempotency-key': 'fire_7_1767268800',
        'x-punctual-attempt': '2',
        'x-punctual-scheduled-for': '2026-01-01T12:00:00.000Z',
        'x-punctual-trigger': 'schedule',
        'accept-encoding': 'identity',
        via: '1.1 punctual',
        'user-agent': 'Punctual/1.0 (+https://punctual.example/abuse)',
      },
    });
  } finally {
    vi.useRealTimers();
  }
});

test("the job's own headers go along, its user agent before ours and its idempotency key instead of ours", () => {
  const { headers } = requestOf(
    aCall({ headers: { 'X-Team': 'a', 'User-Agent': 'mine/2', 'Idempotency-Key': 'own' } }),
  );
  expect(headers).toMatchObject({ 'X-Team': 'a', 'Idempotency-Key': 'own' });
  expect(headers['user-agent']).toBe('mine/2 Punctual/1.0 (+https://punctual.example/abuse)');
  expect(Object.keys(headers).filter((name) => /^(user-agent|idempotency-key)$/i.test(name))).toHaveLength(2);
});

test.each([
  ['{"a": 1}', {}, 'application/json'],
  ['7', {}, 'application/json'],
  ['{"a": 1', {}, undefined],
  ['a=1', {}, undefined],
  ['{"a": 1}', { 'Content-Type': 'text/plain' }, undefined],
])(
  'the payload %s with the headers %j gets the content type %s',
  (payload, headers: Record<string, string>, type) => {
    const request = requestOf(aCall({ payload, headers }));
    expect(request.headers['content-type']).toBe(type);
    expect(request.payload).toBe(payload);
  },
);

test('an empty payload is none', () => {
  expect(requestOf(aCall({ payload: '' })).payload).toBeNull();
});
