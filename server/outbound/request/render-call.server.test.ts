import { beforeEach, expect, test, vi } from 'vitest';
import type { ClaimedCall } from '#server/executions/ledger/types.ts';
import { renderCall } from './render-call.server.ts';

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
    tier: null,
    jobVersion: 1,
    trigger: 'schedule',
    scheduledFor: fire,
    dueAt: fire,
    type: 'webhook',
    isSigned: false,
    lastSuccessAt: null,
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

async function sent(changes: Partial<ClaimedCall> = {}) {
  const rendered = await renderCall({ call: aCall(changes), now: () => fire + 5_900 });
  if ('error' in rendered) throw new Error(rendered.explanation);
  return rendered;
}

test('a call tells its target its fire and attempt', async () => {
  expect((await sent()).request).toEqual({
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
});

test("the job's own headers are sent, with its user agent before ours and its idempotency key instead of ours", async () => {
  const own = { 'X-Team': 'a', 'User-Agent': 'mine/2', 'Idempotency-Key': 'own' };
  const { headers } = (await sent({ headers: own })).request;
  expect(headers).toMatchObject({ 'X-Team': 'a', 'Idempotency-Key': 'own' });
  expect(headers['user-agent']).toBe('mine/2 Punctual/1.0 (+https://punctual.example/abuse)');
  expect(Object.keys(headers).filter((name) => /^(user-agent|idempotency-key)$/i.test(name))).toHaveLength(2);
});

test.each([
  ['{"a": 1}', {}, 'application/json'],
  ['7', {}, 'application/json'],
  ['{"a": {{attempt}}}', {}, 'application/json'],
  ['{"a": 1', {}, undefined],
  ['a=1', {}, undefined],
  ['{"a": 1}', { 'Content-Type': 'text/plain' }, undefined],
])(
  'the payload %s with the headers %j gets the content type %s',
  async (payload, headers: Record<string, string>, type) => {
    const { request } = await sent({ payload, headers });
    expect(request.headers['content-type']).toBe(type);
  },
);

test('a payload without variables is sent byte for byte', async () => {
  const payload = '{"a" :\t1,\r\n"b": "\\u0041 {x} }}"}';
  expect(await sent({ payload })).toMatchObject({ request: { payload }, variables: null });
});

test('an empty payload is no payload', async () => {
  expect((await sent({ payload: '' })).request.payload).toBeNull();
});

test('variables in URL, headers and payload are rendered, and their values kept', async () => {
  const { request, variables } = await sent({
    url: 'https://example.com/{{job_id}}/run?since={{last_success_at}}&at={{scheduled_for}}',
    headers: { 'x-run': '{{trigger}} {{execution_id}}', 'x-plain': 'yes' },
    payload: '{"attempt": {{attempt}}, "since": {{last_success_at}}, "now": "{{now}}"}',
  });
  expect(request).toMatchObject({
    url: 'https://example.com/7/run?since=&at=2026-01-01T12%3A00%3A00.000Z',
    headers: { 'x-run': 'schedule 1', 'x-plain': 'yes' },
    payload: '{"attempt": 2, "since": null, "now": "2026-01-01T12:00:05.900Z"}',
  });
  expect(variables).toEqual({
    job_id: '7',
    last_success_at: '',
    scheduled_for: '2026-01-01T12:00:00.000Z',
    trigger: 'schedule',
    execution_id: '1',
    attempt: '2',
    now: '2026-01-01T12:00:05.900Z',
  });
});

test('the last success is an instant, once there is one', async () => {
  const { request } = await sent({ payload: '{{last_success_at}}', lastSuccessAt: fire - 60_000 });
  expect(request.payload).toBe('2026-01-01T11:59:00.000Z');
});

test.each([
  'https://{{trigger}}.example.com/',
  'https://example.com:{{attempt}}/',
  'https://{{trigger}}@example.com/',
  '{{trigger}}://example.com/',
])('S5: a variable in the scheme, host or port of %s is refused at the call too', async (url) => {
  expect(await renderCall({ call: aCall({ url }) })).toMatchObject({ error: 'target_not_allowed' });
});

test('the subject and text of a mail are rendered', async () => {
  const { request } = await sent({
    type: 'email',
    url: 'mailto:ops@example.com?subject=Run%20{{attempt}}%20of%20{{scheduled_for}}',
    payload: 'Run {{attempt}} & co',
  });
  expect(request).toMatchObject({
    url: 'mailto:ops@example.com?subject=Run%202%20of%202026-01-01T12%3A00%3A00.000Z',
    payload: 'Run 2 & co',
  });
});

test('an authentication that renders too long is not sent, neither rendered nor as its template', async () => {
  const refused = {
    error: 'target_not_allowed',
    explanation:
      'with its variables filled in, this request is not allowed: The value of authorization is longer than 4 KiB.',
  };
  const texts = 'x'.repeat(9_000);
  for (const auth of [
    { type: 'bearer', token: texts },
    { type: 'basic', username: texts, password: 'p' },
  ] as const)
    expect(await renderCall({ call: aCall({ auth }) })).toEqual(refused);
});
