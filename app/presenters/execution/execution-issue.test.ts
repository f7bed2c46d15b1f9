import { expect, test } from 'vitest';
import { issueText } from './execution-issue.ts';
import { toExecutionView, type ExecutionWithAttempts } from './execution-page.ts';

const at = new Date('2026-11-21T15:05:00.000Z');

function anExecution(body: string, some: Partial<ExecutionWithAttempts> = {}): ExecutionWithAttempts {
  return {
    id: 48_423,
    jobId: 17,
    jobVersion: 4,
    trigger: 'schedule',
    scheduledFor: at,
    dueAt: at,
    requestId: null,
    replayOfId: null,
    deadlineAt: null,
    outcome: 'failed',
    reason: null,
    claimedAt: at,
    startedAt: at,
    endedAt: at,
    latenessMs: 38,
    durationMs: 412,
    attemptCount: 1,
    retryAt: null,
    statusCode: 503,
    errorCode: 'status_rejected',
    verdict: 'Failed: the response was 503; this job expects 2xx.',
    missedUntil: null,
    missedCount: null,
    attempts: [
      {
        number: 1,
        startedAt: at,
        endedAt: at,
        durationMs: 412,
        ...{ dnsMs: 1, connectMs: 2, tlsMs: null, waitMs: 400, downloadMs: 1 },
        isReused: false,
        remoteAddress: '203.0.113.24:443',
        tlsProtocol: null,
        statusCode: 503,
        errorCode: 'status_rejected',
        retryAfterMs: null,
        request: {
          method: 'POST',
          url: 'https://a.example/run?token=hidden',
          headers: { authorization: 'Bearer hidden' },
          payload: 'hidden',
        },
        response: {
          headers: {},
          body,
          bytes: body.length,
          isTruncated: false,
          isBinary: false,
          sha256: null,
        },
      },
    ],
    ...some,
  };
}

const version = {
  type: 'webhook' as const,
  ...({
    timeoutSeconds: 30,
    retryCount: 3,
    retryDelays: null,
    successCriterion: 'status_code',
    acceptedStatuses: null,
  } as const),
  ...{ cronExpression: '*/5 * * * *', timeZone: 'America/New_York', webhookUrl: 'https://a.example/run' },
};
const textOf = (body: string) =>
  issueText({
    execution: toExecutionView({ execution: anExecution(body), version, isRevealed: false }),
    job: { name: 'Sync *all*', timeZone: 'America/New_York' },
    link: 'https://punctual.example/dashboard/jobs/17/executions/48423',
  });

test('an issue says when, what, why and how long, and contains no secret', () => {
  const text = textOf('{"error":"draining"}');
  expect(text).toContain('### Sync \\*all\\*: execution 48423 failed');
  expect(text).toContain(
    'Scheduled for: 2026-11-21T15:05:00.000Z (Nov 21, 2026 10:05:00 America/New_York), started 38 ms late',
  );
  expect(text).toContain('Verdict: Failed: the response was 503; this job expects 2xx.');
  expect(text).toContain('Check its logs for this time.');
  expect(text).toContain('`POST https://a.example/run`');
  expect(text).toContain(
    '| 1 | 2026-11-21T15:05:00.000Z | 503 | 412 | 1 | 2 |  | 400 | 1 | The response was 503. |',
  );
  expect(text).toContain('"error": "draining"');
  expect(text).not.toContain('hidden');
});

test('a response cannot break out of its code fence, and a long one is cut', () => {
  const text = textOf('```\n# heading\n````');
  expect(text).toContain('\n`````\n```\n# heading\n````\n`````\n');
  expect(textOf('x'.repeat(10_000)).length).toBeLessThan(4_000);
});

test('a binary response is named by its hash and marked as binary', () => {
  const execution = anExecution('');
  const [attempt] = execution.attempts;
  if (attempt?.response)
    Object.assign(attempt.response, { isBinary: true, isTruncated: true, sha256: 'abc', bytes: 9 });
  const [shown] = toExecutionView({ execution, version, isRevealed: false }).tries;
  expect(shown?.response).toMatchObject({
    isBinary: true,
    isTruncated: true,
    text: 'Binary, SHA-256 abc',
    bytes: 9,
  });
});

test('a run whose retries were cut short reads failed and names the next run', () => {
  const nextDueAt = new Date('2026-11-21T15:06:00.000Z');
  const execution = toExecutionView({
    execution: anExecution('', { outcome: 'superseded', deadlineAt: nextDueAt }),
    version,
    isRevealed: false,
  });
  expect(execution.cutShort).toEqual({ nextDueAt: nextDueAt.getTime() });
  const text = issueText({ execution, job: { name: 'Sync', timeZone: 'UTC' }, link: 'https://x.example' });
  expect(text).toContain('### Sync: execution 48423 failed');
  expect(text).toContain('- Retries stopped: the next run was due at 2026-11-21T15:06:00.000Z');
});

test('a deadline moved by a schedule change is not named', () => {
  const ended = new Date(at.getTime() + 60_000);
  const moved = {
    outcome: 'superseded',
    endedAt: ended,
    deadlineAt: new Date(at.getTime() + 3_600_000),
  } as const;
  const view = toExecutionView({ execution: anExecution('', moved), version, isRevealed: false });
  expect(view.cutShort).toEqual({ nextDueAt: null });
});

test('a waiting execution is explained by its last attempt', () => {
  const waiting = { outcome: null, errorCode: null, statusCode: null, verdict: null, retryAt: at };
  const view = toExecutionView({ execution: anExecution('', waiting), version, isRevealed: false });
  expect(view.remedy?.explanation).toBe("Something failed on the target's side.");
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

test('after redirects the remedy names the last host called, and the Location is resolved against it', () => {
  const [attempt] = anExecution('').attempts;
  if (!attempt?.response) throw new Error('No attempt.');
  const viewOf = (errorCode: string, verdict: string) => {
    const response = { ...attempt.response, headers: { location: 'z' } } as typeof attempt.response;
    const last = { ...attempt, statusCode: 302, errorCode, hops: [hop], response: response };
    const execution = anExecution('', { statusCode: 302, errorCode, verdict, attempts: [last] });
    return toExecutionView({ execution, version, isRevealed: false });
  };
  expect(viewOf('dns_failed', 'Failed.').remedy?.remedy).toContain('Check the spelling of b.example');
  const refused = viewOf('target_not_allowed', 'Failed: redirect 1 leads to a target that is not allowed.');
  expect(refused.remedy?.explanation).toContain('nothing was sent to b.example');
  expect(refused.tries[0]?.location?.url).toBe('https://b.example/x/z');
});
