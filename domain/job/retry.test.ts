import { expect, test } from 'vitest';
import { fc } from '#tests/property.ts';
import { isRetried, planOf, retryDelayMs } from './retry.ts';

const rejected = (statusCode: number) => ({ errorCode: 'status_rejected', statusCode });

test('retries an error that another attempt may cure, and no other', () => {
  const isRepeated = (errorCode: string) => isRetried({ errorCode, statusCode: null });
  expect(
    ['dns_failed', 'connect_failed', 'timeout', 'protocol_error', 'token_failed', 'worker_lost'].every(
      isRepeated,
    ),
  ).toBe(true);
  expect(['pattern_missing', 'pattern_present'].every(isRepeated)).toBe(true);
  expect(['target_not_allowed', 'tls_failed', 'pattern_timeout'].some(isRepeated)).toBe(false);
  expect([408, 425, 429, 500, 503, 599].every((status) => isRetried(rejected(status)))).toBe(true);
  expect([301, 400, 401, 404, 410, 422].some((status) => isRetried(rejected(status)))).toBe(false);
});

test('does not retry a POST or PATCH whose response broke off after its status line', () => {
  for (const errorCode of ['protocol_error', 'timeout', 'worker_lost']) {
    const isRepeated = (method: string, statusCode: number | null) =>
      isRetried({ errorCode, statusCode, method });
    expect(['POST', 'PATCH'].some((method) => isRepeated(method, 200))).toBe(false);
    expect(['GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'].every((method) => isRepeated(method, 200))).toBe(true);
    expect(['POST', 'PATCH'].every((method) => isRepeated(method, null))).toBe(true);
  }
  expect(isRetried({ ...rejected(503), method: 'POST' })).toBe(true);
});

test('retries a temporary refusal of a mail server, but not a permanent one', () => {
  const refused = (statusCode: number | null) => isRetried({ errorCode: 'email_refused', statusCode });
  expect([421, 450, 451, 452].every(refused)).toBe(true);
  expect([500, 550, 552, 554, null].some(refused)).toBe(false);
  expect(isRetried({ errorCode: 'email_unconfirmed', statusCode: null })).toBe(false);
});

test('the planned delay triples from 5 s up to half an hour, give or take a fifth', () => {
  const error = { ...rejected(500), retryAfterMs: null };
  const planned = [1, 2, 3, 4, 5, 6, 7, 10].map((retry) => retryDelayMs({ ...error, retry, random: 0.5 }));
  expect(planned).toEqual([5_000, 15_000, 45_000, 135_000, 405_000, 1_215_000, 1_800_000, 1_800_000]);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (retry, random) => {
        const middle = Math.min(5_000 * 3 ** (retry - 1), 1_800_000);
        const wait = retryDelayMs({ ...error, retry, random });
        expect(wait).toBeGreaterThanOrEqual(Math.floor(middle * 0.8));
        expect(wait).toBeLessThanOrEqual(Math.ceil(middle * 1.2));
      },
    ),
  );
});

test("the job's delays replace the minimum after a timeout, and respect a longer Retry-After", () => {
  const own = { retry: 1, random: 0, delays: { kind: 'fixed', seconds: 2, jitter: false } as const };
  const waitAfter = (statusCode: number | null, retryAfterMs: number | null) =>
    retryDelayMs({
      ...own,
      errorCode: statusCode === null ? 'timeout' : 'status_rejected',
      statusCode,
      retryAfterMs,
    });
  expect(waitAfter(null, null)).toBe(2_000);
  expect(waitAfter(429, null)).toBe(2_000);
  expect(waitAfter(429, 60_000)).toBe(60_000);
  expect(waitAfter(503, 86_400_000)).toBe(3_600_000);
  expect(waitAfter(500, 60_000)).toBe(2_000);
});

test('a timeout and a 429 wait at least 30 s', () => {
  const first = { retry: 1, retryAfterMs: null, random: 0 };
  expect(retryDelayMs({ ...first, errorCode: 'timeout', statusCode: null })).toBe(30_000);
  expect(retryDelayMs({ ...first, ...rejected(429) })).toBe(30_000);
});

test('an address over its hourly quota is retried when it has room, after an hour at most', () => {
  const limited = { retry: 1, random: 0.5, errorCode: 'email_limited', statusCode: null };
  expect(retryDelayMs({ ...limited, retryAfterMs: 1_800_000 })).toBe(1_800_000);
  expect(retryDelayMs({ ...limited, retryAfterMs: 7_200_000 })).toBe(3_600_000);
  expect(retryDelayMs({ ...limited, retryAfterMs: 10 })).toBe(5_000);
});

test('Retry-After of a 429 or 503 counts if it is longer, up to an hour', () => {
  const wait = (statusCode: number, retryAfterMs: number) =>
    retryDelayMs({ retry: 1, random: 0.5, retryAfterMs, ...rejected(statusCode) });
  expect(wait(503, 25_000)).toBe(25_000);
  expect(wait(503, 1_000)).toBe(5_000);
  expect(wait(429, 7_200_000)).toBe(3_600_000);
  expect(wait(500, 60_000)).toBe(5_000);
});

test('a waiting execution says which attempt of how many comes next, and when', () => {
  const at = new Date('2026-03-02T12:00:05Z');
  expect(planOf({ attemptCount: 1, retryAt: at, retryCount: 3 })).toEqual({ attempt: 2, of: 4, at });
  expect(planOf({ attemptCount: 1, retryAt: null, retryCount: 3 })).toBeNull();
});
