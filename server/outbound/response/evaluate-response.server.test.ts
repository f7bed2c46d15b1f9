import { expect, test } from 'vitest';
import type { ClaimedCall } from '#server/executions/ledger/types.ts';
import { createMask } from '#server/outbound/masking/mask-secrets.server.ts';
import type { CallResponse, CallError, CallResult } from '#server/outbound/types.ts';
import { evaluateResponse } from './evaluate-response.server.ts';
import { retryAfterMs } from './retry-after.server.ts';

const endedAt = Date.UTC(2026, 0, 1, 12);

function aCall(changes: Partial<ClaimedCall> = {}): ClaimedCall {
  return {
    executionId: 1,
    attempt: 1,
    jobId: 1,
    ownerId: 1,
    tier: null,
    jobVersion: 1,
    trigger: 'schedule',
    scheduledFor: endedAt - 60_000,
    dueAt: endedAt - 60_000,
    type: 'webhook',
    isSigned: false,
    lastSuccessAt: null,
    webhookId: 'fire_1_1',
    url: 'https://example.com/',
    method: 'GET',
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

function aResult({
  error = null,
  ...response
}: Partial<CallResponse> & { error?: CallError | null } = {}): CallResult {
  const blank = {
    statusCode: 200,
    headers: {},
    body: '',
    bytes: 0,
    isTruncated: false,
    isBinary: false,
    sha256: null,
  };
  return {
    response: error ? null : { ...blank, ...response },
    error,
    detail: null,
    explanation: null,
    startedAt: endedAt - 100,
    endedAt,
    phases: { dnsMs: null, connectMs: null, tlsMs: null, waitMs: null, downloadMs: null },
    isReused: false,
    remoteAddress: null,
    tlsProtocol: null,
  };
}

const evaluate = (call: Partial<ClaimedCall>, result: Parameters<typeof aResult>[0] = {}) =>
  evaluateResponse({ call: aCall(call), result: aResult(result), random: () => 0.5 });

test("the job's delays set the time of the next attempt", async () => {
  const retryDelays = { kind: 'list', seconds: [7, 86_400], jitter: false } as const;
  const retryAtOf = async (attempt: number) =>
    (await evaluate({ attempt, retryDelays: { ...retryDelays, seconds: [7, 86_400] } }, { statusCode: 500 }))
      .retryAt;
  expect([await retryAtOf(1), await retryAtOf(2), await retryAtOf(3), await retryAtOf(4)]).toEqual([
    endedAt + 7_000,
    endedAt + 86_400_000,
    endedAt + 86_400_000,
    null,
  ]);
});

test('a 2xx response is a success without a retry', async () => {
  expect(await evaluate({}, { statusCode: 204 })).toMatchObject({
    isSuccess: true,
    errorCode: null,
    retryAt: null,
  });
});

test('a redirect is not a success unless the job accepts it', async () => {
  expect(await evaluate({}, { statusCode: 302 })).toMatchObject({
    errorCode: 'status_rejected',
    retryAt: null,
  });
  expect(await evaluate({ acceptedStatuses: '200-204,302' }, { statusCode: 302 })).toMatchObject({
    isSuccess: true,
  });
});

test.each([
  ['https://example.com/x?key=k-123', 'and points to https://example.com, which is not followed;'],
  ['/x?key=k-123', 'and points to http://example.com, which is not followed;'],
  ['https://user:k-123@example.com:8443/', 'and points to https://example.com:8443, which is not followed;'],
  ['mailto:k-123@example.com', 'the response was 301; this job'],
  ['http://[k-123', 'the response was 301; this job'],
])('the verdict of a redirect to %s names only its origin', async (location, words) => {
  const url = 'http://example.com/x?key={{secret.KEY}}';
  const { verdict } = await evaluate({ url }, { statusCode: 301, headers: { location } });
  expect(verdict).toContain(words);
  expect(verdict).not.toContain('k-123');
});

test.each([
  ['body_match', 'all is well', true, null],
  ['body_match', 'broken', false, 'pattern_missing'],
  ['body_fail_match', 'broken', true, null],
  ['body_fail_match', 'all is well', false, 'pattern_present'],
] as const)(
  '%s with "%s" is decided by the pattern',
  async (successCriterion, body, isSuccess, errorCode) => {
    const verdict = await evaluate({ successCriterion, successRegex: 'is w[e]ll' }, { body });
    expect(verdict).toMatchObject({ isSuccess, errorCode });
  },
);

test('a refused status decides before any pattern', async () => {
  const verdict = await evaluate(
    { successCriterion: 'body_match', successRegex: 'well' },
    { body: 'well', statusCode: 404 },
  );
  expect(verdict).toMatchObject({ errorCode: 'status_rejected', retryAt: null });
});

test('an error is retried by the table, after the delay of its attempt', async () => {
  expect(await evaluate({}, { error: 'connect_failed' })).toMatchObject({
    errorCode: 'connect_failed',
    retryAt: endedAt + 5_000,
  });
  expect(await evaluate({ attempt: 2 }, { statusCode: 500 })).toMatchObject({ retryAt: endedAt + 15_000 });
  expect(await evaluate({}, { error: 'timeout' })).toMatchObject({ retryAt: endedAt + 30_000 });
  expect(await evaluate({}, { error: 'tls_failed' })).toMatchObject({ retryAt: null });
});

test.each([
  ['POST', null],
  ['PATCH', null],
  ['PUT', endedAt + 5_000],
  ['GET', endedAt + 5_000],
])('an unreadable response to %s names its status and cause; retried at %s', async (method, at) => {
  const result = {
    ...aResult({ statusCode: 201 }),
    error: 'protocol_error' as const,
    explanation: 'its chunks are malformed',
  };
  const evaluated = await evaluateResponse({ call: aCall({ method }), result, random: () => 0.5 });
  expect(evaluated).toMatchObject({ errorCode: 'protocol_error', retryAt: at });
  expect(evaluated.verdict).toContain('status 201 arrived, but could not be read: its chunks are malformed');
  const none = await evaluateResponse({ call: aCall({ method }), result: { ...result, response: null } });
  expect(none.retryAt).not.toBeNull();
});

test('there is no attempt after the last retry', async () => {
  expect(await evaluate({ attempt: 4 }, { statusCode: 500 })).toMatchObject({
    isSuccess: false,
    retryAt: null,
  });
  expect(await evaluate({ retryCount: 0 }, { statusCode: 500 })).toMatchObject({ retryAt: null });
});

test('Retry-After of a 503 is kept', async () => {
  const verdict = await evaluate({}, { statusCode: 503, headers: { 'retry-after': '120' } });
  expect(verdict).toMatchObject({ retryAt: endedAt + 120_000 });
});

test('a date in Retry-After is compared with the corrected time, not with the clock of the process', async () => {
  const headers = { 'retry-after': 'Thu, 01 Jan 2026 12:10:00 GMT' };
  const result = aResult({ statusCode: 503, headers });
  const anHourAhead = { ...result, endedAt: result.endedAt + 3_600_000 };
  const { retryAt } = await evaluateResponse({
    call: aCall({}),
    result: anHourAhead,
    now: endedAt,
    random: () => 0.5,
  });
  expect(retryAt).toBe(anHourAhead.endedAt + 600_000);
});

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Thu, 01 Jan 2026 12:01:00 GMT', 60_000],
  ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
  ['Thu Jan  1 12:01:00 2026', 60_000],
  ['soon', null],
  ['-5', null],
  ['5.5', null],
  ['', null],
])('Retry-After "%s" means %s ms', (text, expected) => {
  expect(retryAfterMs({ headers: { 'retry-after': text }, now: endedAt })).toBe(expected);
});

test("the verdict names a redirect's origin without secrets, and the pattern searches the unmasked body", async () => {
  const mask = createMask({ secrets: { 'secret.KEY': 'k-123456' } });
  const headers = { location: 'https://k-123456.example.com/in' };
  const moved = await evaluateResponse({
    call: aCall(),
    result: aResult({ statusCode: 302, headers }),
    mask,
  });
  expect(moved.verdict).toContain('points to https://{{secret.KEY}}.example.com,');
  const call = aCall({ successCriterion: 'body_match', successRegex: '^k-\\d{6}$' });
  expect(await evaluateResponse({ call, result: aResult({ body: 'k-123456' }), mask })).toMatchObject({
    isSuccess: true,
  });
});

test('a location longer than any address is not parsed', async () => {
  const headers = { location: `https://${'é.'.repeat(8_000)}example.com/` };
  const { verdict } = await evaluateResponse({
    call: aCall(),
    result: aResult({ statusCode: 302, headers }),
  });
  expect(verdict).toBe('Failed: the response was 302; this job expects 2xx.');
});
