import { beforeEach, expect, test, vi } from 'vitest';
import type { ClaimedCall } from '#server/executions/ledger/types.ts';
import { rebuildRequest } from './rebuild-request.server.ts';
import { renderCall } from './render-call.server.ts';

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgres://unused');
  vi.stubEnv('APP_ORIGIN', 'https://punctual.example');
});

const fire = new Date('2026-01-01T12:00:00Z');
const version = {
  httpMethod: 'POST',
  webhookUrl: 'https://example.com/{{job_id}}?now={{now}}&since={{last_success_at}}',
  headers: { 'x-run': '{{trigger}}/{{execution_id}}/{{attempt}}' },
  payload: '{"at": {{now}}, "first": "{{scheduled_for}}"}',
};
const execution = {
  ...({ id: 5, jobId: 7, trigger: 'schedule', scheduledFor: fire, dueAt: fire } as const),
  ...{ requestId: null, attemptCount: 2 },
};

/** The request of an attempt as sent, and as the ledger keeps it. */
async function sentAt({ attempt, at, ...changes }: { attempt: number; at: number } & Partial<ClaimedCall>) {
  const call = {
    ...{ executionId: 5, attempt, jobId: 7, ownerId: 1, trigger: 'schedule', scheduledFor: fire.getTime() },
    ...{ dueAt: fire.getTime(), webhookId: 'fire_7_1767268800', lastSuccessAt: fire.getTime() - 60_000 },
    ...{ url: version.webhookUrl, method: 'POST', headers: version.headers, payload: version.payload },
    ...{ isSigned: false, timeoutSeconds: 30, ...changes },
  } as ClaimedCall;
  const rendered = await renderCall({ call, now: () => at });
  if ('error' in rendered) throw new Error(rendered.explanation);
  return rendered;
}

test('the request of every attempt is shown as it was sent', async () => {
  const first = await sentAt({ attempt: 1, at: fire.getTime() + 12 });
  const second = await sentAt({ attempt: 2, at: fire.getTime() + 5_678 });
  const { variables } = second;
  for (const [number, { request }, atMs] of [
    [1, first, 12],
    [2, second, 5_678],
  ] as const) {
    const attempt = { number, startedAt: new Date(fire.getTime() + atMs) };
    const { url, method, headers, payload } = request;
    expect(rebuildRequest({ version, execution, attempt, variables, isSigned: false })).toEqual({
      ...{ url, method, headers, payload },
    });
  }
});

test('named secrets and the signature are masked in the shown request', () => {
  const rebuilt = rebuildRequest({
    version: {
      httpMethod: 'POST',
      webhookUrl: 'https://example.com/?k={{secret.KEY}}',
      headers: { authorization: 'Bearer {{secret.TOKEN}}' },
      payload: '{"k": {{secret.KEY}}}',
    },
    execution: { ...execution, trigger: 'manual', scheduledFor: null, requestId: 'r-1' },
    attempt: { number: 1, startedAt: fire },
    variables: null,
    isSigned: true,
  });
  expect(rebuilt).toMatchObject({
    url: 'https://example.com/?k=********',
    payload: '{"k": "********"}',
    headers: { authorization: 'Bearer ********', 'webhook-signature': 'v1,********', 'webhook-id': 'r-1' },
  });
});
