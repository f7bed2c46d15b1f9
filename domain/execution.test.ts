import { expect, test } from 'vitest';
import { acceptedRanges, meetsCriterion, withStatus } from '#domain/job/criterion.ts';
import { errorText, formatDuration } from './execution.ts';
import { apiStatus } from './outcome.ts';
import { payloadKept, type RedirectEnd } from './redirect-ends.ts';
import { verdictOf } from './verdict.ts';

test.each([
  [0, '0ms'],
  [1, '1ms'],
  [412, '412ms'],
  [999, '999ms'],
  [999.9, '999ms'],
  [1_000, '1s'],
  [1_999, '1s'],
  [12_000, '12s'],
  [59_000, '59s'],
  [59_999, '59s'],
  [60_000, '1m 0s'],
  [60_999, '1m 0s'],
  [61_000, '1m 1s'],
  [80_500, '1m 20s'],
  [119_999, '1m 59s'],
  [120_000, '2m 0s'],
  [300_000, '5m 0s'],
  [3_599_999, '59m 59s'],
  [3_600_000, '60m 0s'],
  [3_661_000, '61m 1s'],
])('%d ms reads %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test('every outcome has the status that the filters use', () => {
  expect(apiStatus(null)).toBe('running');
  expect((['failed', 'superseded', 'unknown'] as const).map(apiStatus)).toEqual([
    'failed',
    'failed',
    'failed',
  ]);
  expect((['skipped', 'missed'] as const).map(apiStatus)).toEqual(['not_run', 'not_run']);
});

test('a redirect is not a success unless the job accepts it', () => {
  const facts = { criterion: 'status_code', statusCode: 302, isPatternFound: false } as const;
  expect(meetsCriterion({ ...facts, accepted: acceptedRanges(null) ?? [] })).toBe(false);
  expect(meetsCriterion({ ...facts, accepted: acceptedRanges('200-204, 302') ?? [] })).toBe(true);
});

test('a pattern decides only if the status is accepted', () => {
  const accepted = acceptedRanges('') ?? [];
  const found = { statusCode: 200, accepted, isPatternFound: true };
  expect(meetsCriterion({ ...found, criterion: 'body_match' })).toBe(true);
  expect(meetsCriterion({ ...found, criterion: 'body_fail_match' })).toBe(false);
  expect(meetsCriterion({ ...found, criterion: 'body_match', statusCode: 500 })).toBe(false);
});

test('refuses malformed accepted statuses', () => {
  expect(['2xx', '200-', '204-200', '600', 'abc', '200;201'].map(acceptedRanges)).toEqual(
    Array(6).fill(null),
  );
});

test('an error code reads as in the table', () => {
  expect(errorText({ code: 'dns_failed', statusCode: null, timeoutSeconds: 30 })).toBe(
    'The host name could not be resolved.',
  );
});

test.each<[RedirectEnd, string]>([
  ['too_many', 'More than 5 redirects. The last response was 302.'],
  ['loop', 'The redirects form a loop. The last response was 302.'],
  [
    'capped',
    'The redirect leads to a domain that has reached its request limit for this minute. The last response was 302.',
  ],
  ['busy', 'The redirect leads to a host that had too many calls out. The last response was 302.'],
])('a redirect that is not followed (%s) reads as its cause, not as the status', (redirectEnd, words) => {
  const facts = { acceptedStatuses: null, criterion: 'status_code', timeoutSeconds: 30 } as const;
  const failed = { errorCode: 'status_rejected', statusCode: 302, redirects: 5 };
  const verdict = verdictOf({ ...facts, ...failed, redirectEnd });
  expect(errorText({ code: 'status_rejected', statusCode: 302, timeoutSeconds: 30, verdict })).toBe(words);
});

test('after redirects the last response says so, and a refusal names the redirect', () => {
  const facts = { statusCode: null, timeoutSeconds: 30, redirects: 2 };
  expect(errorText({ ...facts, code: 'status_rejected', statusCode: 304 })).toBe(
    'The response was 304 after 2 redirects.',
  );
  expect(errorText({ ...facts, code: 'target_not_allowed' })).toBe(
    'A redirect leads to a target that is not allowed.',
  );
  const verdict = `Failed: redirect 1 ${payloadKept}; nothing was sent to it.`;
  expect(errorText({ ...facts, code: 'target_not_allowed', verdict })).toBe(
    'A redirect leads to another origin, and the payload contains a secret.',
  );
});

test('a mail with an unknown end does not read as broken HTTP', () => {
  const error = { code: 'protocol_error', statusCode: null, timeoutSeconds: 30 };
  expect(errorText({ ...error, type: 'email' })).toContain('The mail server ended the connection');
  expect(errorText({ ...error, type: 'webhook' })).toBe('No HTTP response was received.');
  expect(errorText({ ...error, type: 'webhook', statusCode: 200 })).toBe('The response could not be read.');
});

test.each([
  ['', 404, '404'],
  ['  ', 200, '200'],
  ['200-299', 404, '200-299,404'],
  ['200-204, 302 ', 404, '200-204, 302,404'],
  ['200-299', 204, '200-299'],
  ['nonsense', 404, 'nonsense'],
])('accepted statuses %j extended by %i are %j', (accepted, status, expected) => {
  expect(withStatus({ accepted, status })).toBe(expected);
});
