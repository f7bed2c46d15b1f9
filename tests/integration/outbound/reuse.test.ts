import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { evaluateTarget } from '#server/outbound/guard/evaluate-target.server.ts';
import { makeRules } from '#server/outbound/guard/target-rules.server.ts';
import { createConnection } from '#server/outbound/network/connection.server.ts';
import { exchange } from '#server/outbound/network/exchange.server.ts';
import { makeIdleConnections } from '#server/outbound/network/idle-connections.server.ts';
import { makeHandshake } from '#server/outbound/network/secure-socket.server.ts';
import { sendRequest } from '#server/outbound/network/send-request.server.ts';
import { aClient, rawServer } from './network.ts';

const response = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const request = { method: 'POST', headers: {}, payload: 'x', path: '/' };

test('a connection whose call ends before its request is sent is closed', async () => {
  const port = await rawServer(() => {});
  const socket = net.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const connection = createConnection({ origin: `http://127.0.0.1:${port}`, socket });
  const closed = once(socket, 'close');
  const exchanged = await exchange({ connection, request, signal: AbortSignal.abort('aborted') });
  expect(exchanged).toMatchObject({ isSent: false, head: null });
  await closed;
  expect(socket.listenerCount('error')).toBeGreaterThan(0);
});

test('a call aborted before it begins opens no connection', async () => {
  let connections = 0;
  const server = net.createServer((socket) => {
    connections += 1;
    socket.on('data', () => socket.write(response)).on('error', () => {});
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const call = aClient({ allowTargets: [`127.0.0.1:${port}`] });
  const url = `http://127.0.0.1:${port}/`;
  expect(await call({ url, signal: AbortSignal.abort() })).toMatchObject({ response: null });
  expect(await call({ url })).toMatchObject({ error: null, isReused: false });
  expect(connections).toBe(1);
});

test('a request sent over an idle connection is not repeated if that one breaks', async () => {
  let requests = 0;
  const port = await rawServer((socket) => {
    requests += 1;
    if (requests === 1) socket.write(response);
    else socket.resetAndDestroy();
  });
  const call = aClient();
  const url = `http://target.example:${port}/`;
  expect(await call({ url })).toMatchObject({ error: null });
  expect(await call({ url })).toMatchObject({ error: 'protocol_error', isReused: true, response: null });
  expect(requests).toBe(2);
});

test('a request whose idle connection closed before it was sent uses a new one', async () => {
  const seen: string[] = [];
  const port = await rawServer((socket, text) => {
    seen.push(text);
    socket.write(response);
  });
  const socket = net.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const rules = makeRules({ allowTargets: [`127.0.0.1:${port}`], ownOrigin: 'https://punctual.example' });
  const url = `http://127.0.0.1:${port}/`;
  const evaluated = evaluateTarget({ url, rules });
  if (!('target' in evaluated)) throw new Error(evaluated.reason);
  const connection = createConnection({ origin: evaluated.target.url.origin, socket });
  const { signal } = new AbortController();
  await exchange({ connection, request, signal });

  const idle = makeIdleConnections();
  idle.give(connection);
  socket.destroy(); // The client notices it one turn of the event loop later.
  const course = await sendRequest({
    request: { ...request, url, timeoutMs: 5_000 },
    target: evaluated.target,
    network: { rules, handshake: makeHandshake(), resolveHost: () => Promise.reject(new Error('unused')) },
    idle,
    signal,
    phases: { dnsMs: null, connectMs: null, tlsMs: null, waitMs: null, downloadMs: null },
  });
  idle.closeAll();
  expect(course).toMatchObject({ error: null, isReused: false });
  expect(seen).toHaveLength(2);
});

test('a connection serves one call at a time', async () => {
  const port = await rawServer((socket) => setImmediate(() => socket.write(response)));
  const call = aClient();
  const url = `http://target.example:${port}/`;
  const results = await Promise.all(Array.from({ length: 20 }, () => call({ url })));
  expect(results.every(({ error, isReused }) => error === null && !isReused)).toBe(true);
  const again = await Promise.all(Array.from({ length: 20 }, () => call({ url })));
  expect(again.every(({ error, isReused }) => error === null && isReused)).toBe(true);
});

test('unsolicited data from a server reaches no later call', async () => {
  let requests = 0;
  const port = await rawServer((socket) => {
    requests += 1;
    socket.write(requests === 1 ? `${response}HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged` : response);
  });
  const call = aClient();
  const url = `http://target.example:${port}/`;
  for (let n = 0; n < 5; n += 1) {
    const result = await call({ url });
    expect(result.response?.body ?? '').not.toBe('forged');
  }
});
