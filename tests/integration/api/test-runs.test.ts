import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { sealPart } from '#server/test-runs/sealed-parts.server.ts';
import type { TestResult } from '#server/test-runs/types.ts';
import { aClient } from '#tests/integration/api/api.ts';
import { aJob } from '#tests/integration/makers.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

const startedAt = Date.parse('2026-03-01T10:00:00Z');
const redirected: TestResult = {
  response: {
    ...{ statusCode: 302, headers: { location: '/login', 'set-cookie': 'a=b' }, body: 'moved', bytes: 5 },
    ...{ isTruncated: false, isBinary: false, sha256: null },
    head: {
      statusLine: 'HTTP/1.1 302 Over There',
      headers: [
        ['Location', '/login'],
        ['Set-Cookie', 'a=b'],
      ],
    },
  },
  ...{ error: null, explanation: null, isSigned: false, startedAt, endedAt: startedAt + 12, isReused: false },
  phases: { dnsMs: 1, connectMs: 2, tlsMs: 3, waitMs: 4, downloadMs: 1 },
  ...{ remoteAddress: '203.0.113.7', tlsProtocol: 'TLSv1.3', isSuccess: false },
  ...{ errorCode: 'status_rejected', verdict: 'Failed.', variables: { now: '2026-03-01T10:00:00.000Z' } },
};

async function anEnded({ ownerId, result = redirected }: { ownerId: number; result?: TestResult }) {
  const id = randomUUID();
  const form = aJob({
    webhookUrl: 'https://shop.example.com/{{secret.PATH}}/run',
    httpMethod: 'POST',
    headers: { Authorization: 'Bearer very-secret', 'X-Token': '{{secret.TOKEN}}', 'X-Now': '{{now}}' },
    payload: 'key={{secret.KEY}}',
  });
  const [claimedAt, endedAt] = [new Date(startedAt), new Date()];
  await db().testRun.create({
    data: {
      ...{ id, ownerId, claimedAt, endedAt, form: sealPart({ name: 'form', part: form, ownerId }) },
      result: sealPart({ name: 'result', part: result, ownerId }),
    },
  });
  return id;
}

test('a completed test run shows the raw exchange, its secrets masked, and the remedy', async () => {
  const client = await aClient({ web, scope: 'read' });
  const id = await anEnded({ ownerId: client.user.id });
  const { body, status, text } = await client.ask<Record<string, string>>(`GET /jobs/test/${id}`);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    ...{ status: 'failed', error_code: 'status_rejected', redirect_to: 'https://shop.example.com/login' },
    ...{ remote_address: '203.0.113.7', tls_protocol: 'TLSv1.3', connection_reused: false },
    explanation: expect.stringContaining('another address') as string,
    remedy: expect.any(String) as string,
    request: { method: 'POST', url: 'https://shop.example.com/********/run', payload: 'key=********' },
    raw_response: 'HTTP/1.1 302 Over There\nLocation: /login\nSet-Cookie: ********\n\nmoved',
  });
  const lines = body.data.raw_request?.split('\n') ?? [];
  expect(lines[0]).toBe('POST /********/run HTTP/1.1');
  expect(lines).toEqual(
    expect.arrayContaining([
      'host: shop.example.com',
      'Authorization: ********',
      'X-Token: ********',
      'X-Now: 2026-03-01T10:00:00.000Z',
      `webhook-id: ${id}`,
      'x-punctual-trigger: test',
    ]),
  );
  expect(lines.slice(-2)).toEqual(['', 'key=********']);
  expect(text).not.toContain('very-secret');
});

test('a test run whose request was never sent has no response and no connection', async () => {
  const client = await aClient({ web, scope: 'read' });
  const id = await anEnded({
    ownerId: client.user.id,
    result: {
      ...{ ...redirected, response: null, errorCode: 'dns_failed', remoteAddress: null, tlsProtocol: null },
      phases: { dnsMs: 1, connectMs: null, tlsMs: null, waitMs: null, downloadMs: null },
    },
  });
  const { body } = await client.ask(`GET /jobs/test/${id}`);
  expect(body.data).toMatchObject({
    ...{ redirect_to: null, raw_response: null, response: null, connection_reused: null },
    remedy: expect.stringContaining('shop.example.com') as string,
  });
});
