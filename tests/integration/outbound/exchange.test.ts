import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { aClient, closedPort, httpServer, rawServer, tcpServer, writeAndReset } from './network.ts';

const url = (port: number, path = '/') => `http://target.example:${port}${path}`;
const kib = 1024;

test('a call returns status, headers, body, times and the remote address', async () => {
  const port = await httpServer((request, response) => {
    response.setHeader(
      'x-seen',
      `${request.method ?? ''} ${request.url ?? ''} ${request.headers.host ?? ''}`,
    );
    request.pipe(response);
  });
  const result = await aClient()({ url: url(port, '/a?b=%20#c'), method: 'POST', payload: 'grüße' });
  expect(result).toMatchObject({
    error: null,
    detail: null,
    isReused: false,
    remoteAddress: '127.0.0.1',
    tlsProtocol: null,
  });
  expect(result.response).toMatchObject({ statusCode: 200, body: 'grüße', bytes: 7, isTruncated: false });
  expect(result.response?.headers['x-seen']).toBe(`POST /a?b=%20 target.example:${port}`);
  expect(result.phases).toEqual({
    dnsMs: expect.any(Number) as number,
    connectMs: expect.any(Number) as number,
    tlsMs: null,
    waitMs: expect.any(Number) as number,
    downloadMs: expect.any(Number) as number,
  });
  expect(result.endedAt).toBeGreaterThanOrEqual(result.startedAt);
});

test('the next call to a host reuses the connection, without DNS, connect and handshake times', async () => {
  const port = await httpServer((_, response) => response.end('ok'));
  const call = aClient();
  await call({ url: url(port) });
  const second = await call({ url: url(port) });
  expect(second).toMatchObject({ isReused: true, error: null, remoteAddress: '127.0.0.1' });
  expect(second.phases).toMatchObject({ dnsMs: null, connectMs: null, tlsMs: null });
});

test('a connection that the server closed while idle is not reused, and nothing is sent twice', async () => {
  let requests = 0;
  let closed: Promise<unknown> = Promise.resolve();
  const port = await rawServer((socket) => {
    requests += 1;
    closed = new Promise((resolve) => socket.once('close', resolve));
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\nok');
  });
  const call = aClient();
  for (let n = 1; n <= 5; n += 1) {
    expect(await call({ url: url(port), method: 'POST', payload: 'x' })).toMatchObject({ error: null });
    expect(requests).toBe(n);
    await closed;
  }
});

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  '%s sends its payload byte for byte',
  async (method) => {
    const port = await httpServer((request, response) => request.pipe(response));
    const payload = '{"a": 1 }\r\nü';
    expect((await aClient()({ url: url(port), method, payload })).response?.body).toBe(payload);
  },
);

test('the response to HEAD has headers and no body', async () => {
  const port = await httpServer((_, response) => response.setHeader('content-length', 5).end());
  const result = await aClient()({ url: url(port), method: 'HEAD' });
  expect(result).toMatchObject({ error: null, response: { statusCode: 200, body: '' } });
});

test.each([
  [
    'early hints before the response',
    'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
    200,
    'ok',
  ],
  ['a 204 without length', 'HTTP/1.1 204 No Content\r\n\r\n', 204, ''],
  ['a 304', 'HTTP/1.1 304 Not Modified\r\netag: "a"\r\n\r\n', 304, ''],
  [
    'chunks with extensions and trailers',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2;a=b\r\nok\r\n0\r\nx-t: 1\r\n\r\n',
    200,
    'ok',
  ],
  ['a status without its reason phrase', 'HTTP/1.1 200 \r\ncontent-length: 2\r\n\r\nok', 200, 'ok'],
  ['an unknown status', 'HTTP/1.1 299 Odd\r\ncontent-length: 2\r\n\r\nok', 299, 'ok'],
])('reads %s', async (_, text, statusCode, body) => {
  const port = await rawServer((socket) => socket.write(text));
  expect(await aClient()({ url: url(port) })).toMatchObject({ error: null, response: { statusCode, body } });
});

test.each([
  ['HTTP/1.1', 'HTTP/1.1 200 OK\r\n\r\nuntil the end'],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nuntil the end'],
])('a response of %s without a length ends with its connection', async (_, text) => {
  const port = await rawServer((socket) => socket.end(text));
  const { response, error } = await aClient()({ url: url(port) });
  expect({ response: response, error: error }).toMatchObject({
    error: null,
    response: { body: 'until the end', isTruncated: false },
  });
});

test.each<[string, (socket: Socket) => void]>([
  ['a close', (socket) => socket.end()],
  ['a reset', (socket) => socket.resetAndDestroy()],
  ['something other than HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
  ['a greeting of another protocol, kept open', (socket) => socket.write('220 mail.example ESMTP\r\n')],
  ['half a status line', (socket) => socket.end('HTTP/1.1 20')],
  [
    'a switch of protocols',
    (socket) => socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  ],
  [
    'endless early hints',
    (socket) => socket.write('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'.repeat(100)),
  ],
])('%s instead of a response is a protocol error', async (_, response) => {
  const port = await rawServer(response);
  expect(await aClient()({ url: url(port) })).toMatchObject({ error: 'protocol_error', response: null });
});

test.each<[string, (socket: Socket) => void, string]>([
  [
    'two lengths that differ',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nx-a: 1\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok'),
    'its body does not match its Content-Length',
  ],
  [
    'a length that is not a number',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nx-a: 1\r\ncontent-length: x\r\n\r\nok'),
    'its length is ambiguous',
  ],
  [
    'headers beyond 64 KiB',
    (socket) => socket.write(`HTTP/1.1 200 OK\r\nx-a: 1\r\nx-long: ${'x'.repeat(65 * kib)}\r\n\r\n`),
    'its headers are larger than 64 KiB',
  ],
  [
    'endless headers',
    (socket) => socket.write(`HTTP/1.1 200 OK\r\nx-a: 1\r\n${'x: y\r\n'.repeat(20 * kib)}`),
    'it has more than 1,000 header lines',
  ],
  [
    'a header without a name',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nx-a: 1\r\n: y\r\n\r\nok'),
    'one of its headers is malformed',
  ],
  [
    'half of its headers',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nx-a: 1\r\nx-b: '),
    'the connection ended before it was complete',
  ],
])(
  'a response with %s is unreadable: its status and headers are kept, and the cause is named',
  async (_, response, explanation) => {
    const port = await rawServer(response);
    const result = await aClient()({ url: url(port) });
    expect(result).toMatchObject({
      error: 'protocol_error',
      explanation,
      response: { statusCode: 200, body: '', isTruncated: true },
    });
    expect(result.response?.headers['x-a']).toBe('1');
  },
);

test('headers of 60 KiB are accepted', async () => {
  const long = 'x'.repeat(60 * kib);
  const port = await rawServer((socket) =>
    socket.write(`HTTP/1.1 200 OK\r\nx-long: ${long}\r\ncontent-length: 2\r\n\r\nok`),
  );
  const { error, response } = await aClient()({ url: url(port) });
  expect(error).toBeNull();
  expect(response).toMatchObject({ body: 'ok', headers: { 'x-long': long } });
});

const beginnings = [
  ['after its headers', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n', ''],
  ['within its body', 'HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf', 'half'],
  ['within a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n20\r\nhalf', 'half'],
] as const;
const breaks = [
  ['closed', (socket: Socket, text: string) => socket.end(text), 'UND_ERR_SOCKET: other side closed'],
  ['reset', writeAndReset, 'read ECONNRESET'],
] as const;

test.each(
  beginnings.flatMap(([place, text, body]) =>
    breaks.map(
      ([what, writeAndBreak, detail]) => [what, place, { text, body, writeAndBreak, detail }] as const,
    ),
  ),
)(
  'a response whose connection is %s %s is a protocol error that keeps what was received',
  async (_what, _place, { text, body, writeAndBreak, detail }) => {
    const port = await rawServer((socket) => void writeAndBreak(socket, text));
    expect(await aClient()({ url: url(port) })).toMatchObject({
      error: 'protocol_error',
      detail,
      explanation: 'the connection ended before it was complete',
      response: { statusCode: 200, body, isTruncated: true },
    });
  },
);

test.each(breaks)(
  'the last response of a connection that is %s within a chunk ended before it was complete',
  async (_, writeAndBreak) => {
    const text = 'HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n20\r\nhalf';
    const port = await rawServer((socket) => void writeAndBreak(socket, text));
    expect(await aClient()({ url: url(port) })).toMatchObject({
      error: 'protocol_error',
      explanation: 'the connection ended before it was complete',
      response: { statusCode: 200, body: 'half', isTruncated: true },
    });
  },
);

test('a body beyond 256 KiB is cut, its connection destroyed, its status kept', async () => {
  let sent = 0;
  let closed: Promise<unknown> = Promise.resolve();
  const port = await rawServer((socket) => {
    closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n');
    const more = () => {
      while (!socket.destroyed && socket.write('x'.repeat(16 * kib))) sent += 16 * kib;
    };
    socket.on('drain', more);
    more();
  });
  const result = await aClient()({ url: url(port) });
  await closed;
  expect(result).toMatchObject({
    error: null,
    response: { statusCode: 200, bytes: 256 * kib, isTruncated: true },
  });
  expect(result.response?.body).toHaveLength(64 * kib);
  expect(sent).toBeLessThan(20 * kib * kib);
});

test.each<[string, (socket: Socket) => void, unknown]>([
  ['sends nothing', () => {}, null],
  [
    'drips its headers',
    (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-a: 1\r\n'),
    { statusCode: 200, headers: { 'x-a': '1' } },
  ],
  [
    'drips its body',
    (socket) => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n'),
    { statusCode: 200, isTruncated: true },
  ],
])('a target that %s is aborted at the timeout', async (_, response, kept) => {
  const port = await rawServer(response);
  const result = await aClient()({ url: url(port), timeoutMs: 400 });
  expect(result.error).toBe('timeout');
  if (kept) expect(result.response).toMatchObject(kept);
  else expect(result.response).toBeNull();
  expect(result.endedAt - result.startedAt).toBeGreaterThanOrEqual(399);
  expect(result.endedAt - result.startedAt).toBeLessThan(2_400);
});

function drip(socket: Socket, start: string) {
  socket.write(start);
  const timer = setInterval(() => socket.write('x'), 20);
  socket.on('close', () => clearInterval(timer));
}

test('the timeout includes the DNS lookup', async () => {
  const silent = () => new Promise<string[]>(() => {});
  const call = aClient({ lookup: { resolve4: silent, resolve6: silent } });
  const result = await call({ url: 'http://silent.example/', timeoutMs: 200 });
  expect(result).toMatchObject({ error: 'timeout', response: null, remoteAddress: null });
});

test('a call whose target does not read its payload is aborted at the timeout', async () => {
  const port = await tcpServer((socket) => socket.pause());
  const result = await aClient()({
    url: url(port),
    method: 'POST',
    payload: 'x'.repeat(8 * kib * kib),
    timeoutMs: 300,
  });
  expect(result.error).toBe('timeout');
});

test('a call aborted from outside ends at once', async () => {
  const controller = new AbortController();
  const port = await rawServer(() => controller.abort());
  const result = await aClient()({ url: url(port), signal: controller.signal });
  expect(result).toMatchObject({ error: 'worker_lost', response: null });
  expect(await aClient()({ url: url(port), signal: controller.signal })).toMatchObject({
    error: 'worker_lost',
  });
});

test('a port without a listener fails to connect', async () => {
  expect(await aClient()({ url: url(await closedPort()) })).toMatchObject({
    error: 'connect_failed',
    explanation: 'the connection was refused',
    response: null,
  });
});

test('a name without addresses fails to resolve', async () => {
  const call = aClient({ names: { 'none.example': [] } });
  expect(await call({ url: 'http://none.example/' })).toMatchObject({
    error: 'dns_failed',
    detail: 'ENODATA, ENODATA',
    explanation: 'the name has no address',
  });
});

test('the next address is called if the first refuses', async () => {
  const port = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nsecond'), '127.0.0.3');
  const call = aClient({ names: { 'two.example': ['127.0.0.2', '127.0.0.3'] } });
  expect(await call({ url: `http://two.example:${port}/` })).toMatchObject({
    error: null,
    remoteAddress: '127.0.0.3',
    response: { body: 'second' },
  });
});

test('a hanging target does not delay others', async () => {
  const hanging = await rawServer(() => {});
  const quick = await httpServer((_, response) => response.end('ok'));
  const call = aClient();
  const slow = Array.from({ length: 50 }, () => call({ url: url(hanging), timeoutMs: 3_000 }));
  const quickOnes = await Promise.all(Array.from({ length: 50 }, () => call({ url: url(quick) })));
  expect(
    quickOnes.every(({ error, endedAt, startedAt }) => error === null && endedAt - startedAt < 2_500),
  ).toBe(true);
  expect((await Promise.all(slow)).every(({ error }) => error === 'timeout')).toBe(true);
});
