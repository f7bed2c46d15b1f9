import { expect, test } from 'vitest';
import type { JobInput } from '#domain/job/job.ts';
import type { TestResult } from '#server/test-runs/types.ts';
import type { EndedTestRun } from './test-run-exchange.ts';
import { toTestRunState } from './test-run-view.ts';

const form = {
  ...{ type: 'webhook', webhookUrl: 'https://api.example.com/a/run', timeoutSeconds: 30 },
} as JobInput;

function shown({ result, ...given }: { result: Partial<TestResult> } & Partial<Pick<EndedTestRun, 'form'>>) {
  const run: EndedTestRun = {
    ...{ id: 'one', jobId: null, createdAt: 0, form, stage: 'ended', endedAt: 9 },
    request: { method: 'GET', url: form.webhookUrl, headers: {}, payload: null },
    ...given,
    result: {
      ...{ response: null, error: null, explanation: null, startedAt: 0, endedAt: 9, isReused: false },
      phases: { dnsMs: 1, connectMs: 1, tlsMs: 1, waitMs: 1, downloadMs: 1 },
      ...{ remoteAddress: '203.0.113.7', tlsProtocol: 'TLSv1.3', isSuccess: false, errorCode: null },
      ...{ verdict: 'It is.', variables: null },
      ...result,
    },
  };
  return toTestRunState(run).result;
}

const response = (statusCode: number, headers: Record<string, string> = {}) => ({
  ...{ statusCode, headers, body: '', bytes: 0, isTruncated: false, isBinary: false, sha256: null },
});

test('a redirect is resolved against the tested URL', () => {
  const result = { response: response(302, { location: '../login?next=1' }), errorCode: 'status_rejected' };
  expect(shown({ result })?.redirect).toEqual({
    url: 'https://api.example.com/login?next=1',
    canBeCalled: true,
  });
});

test('a failure shows its cause and remedy, a success neither', () => {
  expect(shown({ result: { errorCode: 'dns_failed' } })?.remedy?.remedy).toContain('api.example.com');
  expect(
    shown({ result: { response: response(401), errorCode: 'status_rejected' } })?.remedy?.explanation,
  ).toContain('credentials');
  expect(shown({ result: { errorCode: 'worker_lost' } })?.remedy?.remedy).toContain('Run the test again.');
  expect(shown({ result: { response: response(200), isSuccess: true } })?.remedy).toBeNull();
});

test('a request that was never sent says so', () => {
  const phases = { dnsMs: 1, connectMs: null, tlsMs: null, waitMs: null, downloadMs: null };
  expect(shown({ result: { errorCode: 'connect_failed', phases } })).toMatchObject({
    isSent: false,
    rawResponse: null,
  });
  expect(shown({ result: { response: response(200) } })).toMatchObject({ isSent: true });
});

test('an email has no raw exchange', () => {
  const mail = { ...form, type: 'email', webhookUrl: 'mailto:ops@example.com' } as JobInput;
  expect(shown({ form: mail, result: { response: response(250) } })).toMatchObject({
    rawResponse: null,
    redirect: null,
  });
});

const hop = {
  ...{
    method: 'GET',
    statusCode: 302,
    location: 'https://b.example/x/y',
    durationMs: 1,
    remoteAddress: null,
  },
  phases: { dnsMs: null, connectMs: null, tlsMs: null, waitMs: 1, downloadMs: null },
};

test("after redirects the remedy's host and the base of a Location are those of the last one", () => {
  expect(shown({ result: { errorCode: 'dns_failed', hops: [hop] } })?.remedy?.remedy).toContain('b.example');
  const result = { response: response(302, { location: 'z' }), errorCode: 'status_rejected', hops: [hop] };
  expect(shown({ result })?.redirect?.url).toBe('https://b.example/x/z');
  expect(shown({ result })?.remedy?.remedy).toContain('Fix the redirects');
});
