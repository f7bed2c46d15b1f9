import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { aClient, rawServer, resetOnceRead, tcpServer, writeAndReset } from './network.ts';

const url = (port: number) => `http://target.example:${port}/`;
const kib = 1024;
const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const interimResponse = 'HTTP/1.1 100 Continue\r\n\r\n';

type Responder = (socket: Socket) => unknown;

test.each<[string, Responder]>([
  ['an early hint', (socket) => socket.write(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${ok}`)],
  ['an unsolicited "continue"', (socket) => socket.write(interimResponse + ok)],
  [
    'several of them, some with headers',
    (socket) => socket.write(`${interimResponse}HTTP/1.1 100 \r\nx: y\r\n\r\n${interimResponse}${ok}`),
  ],
  [
    'a "continue" by itself',
    (socket) => socket.write(interimResponse, () => setImmediate(() => socket.write(ok))),
  ],
  ['"processing"', (socket) => socket.write(`HTTP/1.1 102 Processing\r\n\r\n${ok}`)],
])('the response after %s counts', async (_, response) => {
  const call = aClient();
  const port = await rawServer(response);
  for (const isReused of [false, true]) {
    expect(await call({ url: url(port), method: 'POST', payload: 'x' })).toMatchObject({
      error: null,
      isReused,
      response: { statusCode: 200, body: 'ok' },
    });
  }
});

test('a body that looks like a "continue" is a body', async () => {
  const body = interimResponse + interimResponse;
  const port = await rawServer((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`, () =>
      setImmediate(() => socket.write(body)),
    );
  });
  expect(await aClient()({ url: url(port) })).toMatchObject({ error: null, response: { body } });
});

test.each<[string, string, number]>([
  ['a 204 with a body', 'HTTP/1.1 204 No Content\r\ncontent-length: 4\r\n\r\nbody', 204],
  ['a 204 with a length and no body', 'HTTP/1.1 204 No Content\r\ncontent-length: 4\r\n\r\n', 204],
  [
    'a 204 with chunks',
    'HTTP/1.1 204 No Content\r\ntransfer-encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n',
    204,
  ],
  [
    'a 304 with the length of the full response',
    'HTTP/1.1 304 Not Modified\r\ncontent-length: 99\r\n\r\n',
    304,
  ],
  ['a 304 with a body', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 4\r\n\r\nbody', 304],
  ['a response longer than its length', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok and more', 200],
])('%s counts by its status, and its connection is not reused', async (_, text, statusCode) => {
  const call = aClient();
  const port = await rawServer((socket) => socket.write(text));
  for (let n = 0; n < 3; n += 1) {
    const result = await call({ url: url(port) });
    expect(result).toMatchObject({ error: null, isReused: false, response: { statusCode } });
    expect(result.response?.body).toBe(statusCode === 200 ? 'ok' : '');
  }
});

test.each<[string, Responder, string]>([
  [
    'is shorter than its length',
    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'),
    'half',
  ],
  ['ends within a chunk', (socket) => socket.end(chunked('8\r\nhalf')), 'half'],
  ['ends without the last chunk', (socket) => socket.end(chunked('4\r\nhalf\r\n')), 'half'],
  [
    'has a chunk whose size is not a number',
    (socket) => socket.write(chunked('4\r\nhalf\r\nxyz\r\n')),
    'half',
  ],
  ['has a chunk longer than its size', (socket) => socket.write(chunked('2\r\nhalf\r\n0\r\n\r\n')), 'ha'],
  ['has a chunk of an enormous size', (socket) => socket.write(chunked(`${'f'.repeat(17)}\r\nhalf`)), ''],
])('a body that %s is a protocol error that keeps what was received', async (_, response, body) => {
  const port = await rawServer(response);
  const result = await aClient()({ url: url(port) });
  expect(result).toMatchObject({
    error: 'protocol_error',
    response: { statusCode: 200, body, isTruncated: true },
  });
  expect(result.explanation).toEqual(expect.any(String));
});

function chunked(text: string) {
  return `HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n${text}`;
}

test.each<[string, string]>([
  ['both a length and chunks', 'content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'],
  ['a negative length', 'content-length: -2\r\n\r\nok'],
  ['a space in a header name', 'x y: z\r\ncontent-length: 2\r\n\r\nok'],
  ['NUL in a header', 'x: a\0b\r\ncontent-length: 2\r\n\r\nok'],
  ['a bare line feed in a header', 'x: a\nb: c\r\n\r\nok'],
])('a response with %s is a protocol error that keeps its status', async (_, rest) => {
  const port = await rawServer((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`));
  expect(await aClient()({ url: url(port) })).toMatchObject({
    error: 'protocol_error',
    response: { statusCode: 200 },
  });
});

test('a flood of headers is stopped soon after 64 KiB, and the verdict says so', async () => {
  let sent = 0;
  const port = await rawServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const line = `x-flood: ${'x'.repeat(1_000)}\r\n`;
    const more = () => {
      while (!socket.destroyed && sent < 64 * kib * kib && socket.write(line)) sent += line.length;
    };
    socket.on('drain', more);
    more();
  });
  const result = await aClient()({ url: url(port) });
  expect(result).toMatchObject({
    error: 'protocol_error',
    response: { statusCode: 200 },
    explanation: 'its headers are larger than 64 KiB',
  });
  expect(sent).toBeLessThan(16 * kib * kib);
});

const reset = /ECONNRESET|EPIPE/;
const brokenOff = { error: 'protocol_error', explanation: 'the connection ended before it was complete' };

test.each<[string, Responder, object]>([
  [
    'before the client notices the connection',
    (socket) => socket.resetAndDestroy(),
    { error: 'connect_failed', explanation: 'the connection was reset' },
  ],
  ['before any of the request is read', (socket) => resetOnceRead(socket), brokenOff],
  ['while the request arrives', onData((socket) => socket.resetAndDestroy()), brokenOff],
  [
    'within the headers',
    onData((socket) => writeAndReset(socket, 'HTTP/1.1 200 OK\r\nx-a: ')),
    { ...brokenOff, response: { statusCode: 200 } },
  ],
])('a connection that is reset %s fails only that call', async (_, greet, expected) => {
  const call = aClient();
  const port = await tcpServer(greet);
  const payload = 'x'.repeat(4 * kib * kib);
  const result = await call({ url: url(port), method: 'POST', payload });
  expect(result).toMatchObject({ response: null, ...expected });
  expect(result.detail).toMatch(reset);
  const sound = await rawServer((socket) => socket.write(ok));
  expect(await call({ url: url(sound) })).toMatchObject({ error: null });
});

function onData(then: Responder): Responder {
  return (socket) => socket.once('data', () => then(socket));
}

test('a response that arrives before the payload was read counts', async () => {
  const port = await tcpServer((socket) => {
    socket.once('data', () => {
      socket.pause();
      socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 3\r\nconnection: close\r\n\r\nbig');
    });
  });
  const result = await aClient()({ url: url(port), method: 'POST', payload: 'x'.repeat(16 * kib * kib) });
  expect(result).toMatchObject({ error: null, response: { statusCode: 413, body: 'big' } });
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('a %s bomb of 8 MiB is decoded to 256 KiB, and its status counts', async (coding, pack) => {
  const body = pack(Buffer.alloc(8 * kib * kib, 'a'));
  const head = `HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`;
  const port = await rawServer((socket) => {
    socket.write(head);
    socket.write(body);
  });
  const result = await aClient()({ url: url(port) });
  expect(result).toMatchObject({
    error: null,
    response: { statusCode: 200, bytes: 256 * kib, isTruncated: true },
  });
  expect(result.response?.body).toHaveLength(64 * kib);
});

test('the message of a timeout says how far the call had come', async () => {
  const silent = await rawServer(() => {});
  const dripping = await rawServer((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx'));
  const call = aClient();
  expect(await call({ url: url(silent), timeoutMs: 200 })).toMatchObject({
    error: 'timeout',
    explanation: 'the request was sent, but no response came',
  });
  expect(await call({ url: url(dripping), timeoutMs: 200 })).toMatchObject({
    error: 'timeout',
    explanation: 'the body was still arriving',
  });
  const begun = await rawServer((socket) => socket.write('HTTP/1.1 200 OK\r\nx-a: 1\r\n'));
  expect(await call({ url: url(begun), timeoutMs: 200 })).toMatchObject({
    error: 'timeout',
    explanation: 'the headers were still arriving',
  });
});
