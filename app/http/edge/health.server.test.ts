import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, test, vi } from 'vitest';
import { type Details, failingParts, readyz } from '#app/http/edge/health.server.ts';

test('names every dependency that is down, and no other', async () => {
  const parts = {
    database: () => Promise.resolve(true),
    temporal: () => Promise.reject(new Error('connection refused')),
    worker: () => Promise.resolve(false),
  };
  expect(await failingParts(parts)).toEqual(['temporal', 'worker']);
});

test('a dependency that does not respond counts as down after 2 s', async () => {
  vi.useFakeTimers();
  try {
    const failing = failingParts({ database: () => new Promise<boolean>(() => {}) });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await Promise.race([failing, Promise.resolve('still waiting')])).toEqual(['database']);
  } finally {
    vi.useRealTimers();
  }
});

const operatorToken = 'an-operator-token-of-only-this-test-0123';

const asked = async (path: string, details?: Details, headers: Record<string, string> = {}) => {
  const app = express().get(
    '/readyz',
    readyz({ parts: { database: () => Promise.resolve(true) }, details, operatorToken }),
  );
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  server.close();
  return { status: response.status, body: (await response.json()) as unknown };
};

test('details are shown only on request', async () => {
  const details = () => Promise.resolve({ maintenance: [] });
  expect(await asked('/readyz', details)).toEqual({ status: 200, body: { status: 'ready' } });
  const verbose = await asked('/readyz?verbose', details);
  expect(verbose).toEqual({ status: 200, body: { status: 'ready', maintenance: [] } });
});

test.each([
  ['from elsewhere, through a proxy on this machine', { 'x-forwarded-for': '203.0.113.7' }, false],
  ['with a forwarded loopback address', { 'x-forwarded-for': '127.0.0.1' }, false],
  ['through a proxy with another header', { forwarded: 'for=127.0.0.1' }, false],
  ['with a wrong token', { via: '1.1 proxy', authorization: `Bearer ${operatorToken}x` }, false],
  ['with an empty token', { via: '1.1 proxy', authorization: 'Bearer ' }, false],
  ['with the operator token', { via: '1.1 proxy', authorization: `Bearer ${operatorToken}` }, true],
] as const)('details are shown to operators: %s', async (_, headers, isShown) => {
  const details = () => Promise.resolve({ maintenance: [] });
  const { body } = await asked('/readyz?verbose', details, headers);
  expect('maintenance' in (body as object)).toBe(isShown);
});

test('unavailable details are reported as such and leave the status unchanged', async () => {
  const verbose = await asked('/readyz?verbose', () => Promise.reject(new Error('away')));
  expect(verbose).toEqual({ status: 200, body: { status: 'ready', details: 'unavailable' } });
});
