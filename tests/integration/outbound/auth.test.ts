import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import type { RequestAuth } from '#domain/job/request-auth.ts';
import { rebuildRequest } from '#server/outbound/request/rebuild-request.server.ts';
import { renderCall } from '#server/outbound/request/render-call.server.ts';
import { setSecret } from '#server/secrets/set-secret.server.ts';
import { aCall } from '#tests/cases/outbound-kit.ts';
import { callOut } from '#worker/call-out.ts';
import { aUser } from '../makers.ts';

/** Echoes the request. */
const echo = createServer((request, response) =>
  response.setHeader('x-sent', request.headers.authorization ?? '').end(JSON.stringify(request.headers)),
);
await once(echo.listen(0, '127.0.0.1'), 'listening');
const authority = `127.0.0.1:${(echo.address() as AddressInfo).port}`;
process.env['OUTBOUND_ALLOW_TARGETS'] = authority;
afterAll(() => void echo.close());

const basic: RequestAuth = { type: 'basic', username: 'ann', password: 's3cretpass' };

test('each type is sent as its header, with named secrets rendered', async () => {
  const owner = await aUser();
  await setSecret({ owner, name: 'TOKEN', value: 'tok-123' });
  const headersOf = async (auth: RequestAuth) => {
    const rendered = await renderCall({ call: aCall({ ownerId: owner.id, auth }) });
    return 'error' in rendered ? rendered : rendered.request.headers;
  };
  expect(await headersOf(basic)).toMatchObject({
    authorization: `Basic ${Buffer.from('ann:s3cretpass').toString('base64')}`,
  });
  expect(await headersOf({ type: 'bearer', token: '{{secret.TOKEN}}' })).toMatchObject({
    authorization: 'Bearer tok-123',
  });
  expect(await headersOf({ type: 'header', name: 'x-api-key', value: 'a-{{attempt}}' })).toMatchObject({
    'x-api-key': 'a-1',
  });
  expect(await headersOf({ type: 'bearer', token: '{{secret.NONE}}' })).toMatchObject({
    error: 'target_not_allowed',
    explanation: 'the secret NONE does not exist',
  });
});

test('an authentication whose secrets render too long is not sent', async () => {
  const owner = await aUser();
  await setSecret({ owner, name: 'LONG', value: 'x'.repeat(4_000) });
  const long = '{{secret.LONG}}'.repeat(3);
  for (const auth of [
    { type: 'bearer', token: long },
    { type: 'basic', username: 'ann', password: long },
  ] as const)
    expect(await renderCall({ call: aCall({ ownerId: owner.id, auth }) })).toEqual({
      error: 'target_not_allowed',
      explanation:
        'with its variables filled in, this request is not allowed: The value of authorization is longer than 4 KiB.',
    });
});

test('credentials that a target sends back are stored masked, in every form', async () => {
  const url = `http://${authority}/`;
  const { signal } = new AbortController();
  const short: RequestAuth = { type: 'basic', username: 'a', password: 'pw42' };
  for (const auth of [basic, short]) {
    const made = await callOut({ call: aCall({ url, auth }), signal });
    const stored = JSON.stringify(made.result);
    expect(made.isSuccess).toBe(true);
    const { username, password } = auth as { username: string; password: string };
    expect(stored).not.toContain(password);
    expect(stored).not.toContain(Buffer.from(`${username}:${password}`).toString('base64'));
    expect(stored).toContain('********');
  }
});

test('the request as sent shows which header authenticated it, but not its value', () => {
  const version = { httpMethod: 'GET', webhookUrl: 'https://x.example/', headers: null, payload: null };
  const at = new Date();
  const execution = {
    ...{ id: 1, jobId: 1, trigger: 'manual' as const, scheduledFor: null, dueAt: at },
    ...{ requestId: 'r', attemptCount: 1 },
  };
  const headersOf = (auth: RequestAuth) =>
    rebuildRequest({
      ...{ version: { ...version, auth }, execution, attempt: { number: 1, startedAt: at } },
      ...{ variables: null, isSigned: false },
    })?.headers;
  expect(headersOf(basic)).toMatchObject({ authorization: 'Basic ********' });
  expect(headersOf({ type: 'header', name: 'x-plain', value: 'v-1' })).toMatchObject({
    'x-plain': '********',
  });
});
