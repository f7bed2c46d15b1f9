import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { readyz } from '#app/http/edge/health.server.ts';
import { createStopping } from '#app/http/edge/stopping.server.ts';

/** A web process with a slow page, used over keep-alive connections. */
async function aWeb({ noticeMs = 0, graceMs = 5_000 }: { noticeMs?: number; graceMs?: number } = {}) {
  const server = createServer();
  const stopping = createStopping({ server, noticeMs, graceMs });
  const pages: { response: () => void }[] = [];
  const app = express();
  app.use(stopping.rule);
  app.get('/readyz', readyz({ parts: { web: () => Promise.resolve(!stopping.isStopping()) } }));
  app.get('/slow', (_request, response) => {
    pages.push({ response: () => void response.send('answered') });
    server.emit('asked');
  });
  server.on('request', app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const ask = async (path: string) => {
    const sent = request({ host: '127.0.0.1', port, path, agent });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let body = '';
    for await (const part of response) body += String(part);
    return { status: response.statusCode, connection: response.headers.connection, body };
  };
  return { server, stopping, pages, ask };
}

test('a stopping web process says so on /readyz while it still responds', async () => {
  const { stopping, ask } = await aWeb({ noticeMs: 300 });
  expect((await ask('/readyz')).status).toBe(200);
  const stopped = stopping.stop();
  const response = await ask('/readyz');
  expect(response).toMatchObject({ status: 503, connection: 'close' });
  expect(JSON.parse(response.body)).toEqual({ status: 'failing', failing: ['web'] });
  await stopped;
  await expect(ask('/readyz')).rejects.toThrow('ECONNREFUSED');
});

test('a request in progress gets its response and its connection is closed; idle connections do not delay the stop', async () => {
  const { server, stopping, pages, ask } = await aWeb();
  await ask('/readyz');
  const asked = once(server, 'asked');
  const open = ask('/slow');
  await ask('/readyz');
  await asked;
  const stopped = stopping.stop();
  pages.forEach(({ response }) => response());
  expect(await open).toMatchObject({ status: 200, body: 'answered', connection: 'close' });
  await stopped;
});

test('a request that does not end is aborted after the grace period', async () => {
  const { server, stopping, ask } = await aWeb({ graceMs: 50 });
  const asked = once(server, 'asked');
  const open = ask('/slow').catch((error: unknown) => error);
  await asked;
  await stopping.stop();
  expect(await open).toBeInstanceOf(Error);
});
