import { expect, test, vi } from 'vitest';
import { isPublicAddress } from '#server/outbound/guard/address-class.server.ts';
import { aClient, httpServer, lookupIn, rawServer } from './network.ts';

/** A server that must not be reached; returns the arrivals. */
async function aForbiddenServer() {
  const reached = vi.fn();
  const port = await httpServer((_, response) => {
    reached();
    response.end('inside');
  });
  return { port, reached };
}

test('S1 an internal address is not called in any spelling, and no name server is queried', async () => {
  const { port, reached } = await aForbiddenServer();
  const lookup = { resolve4: vi.fn(), resolve6: vi.fn() };
  const call = aClient({ lookup, isPublic: isPublicAddress });
  const hosts = [
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '017700000001',
    '0.0.0.0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::]',
    'localhost',
    'localhost.',
  ];
  for (const host of hosts) {
    expect(await call({ url: `http://${host}:${port}/` })).toMatchObject({
      error: 'target_not_allowed',
      response: null,
    });
  }
  expect(lookup.resolve4).not.toHaveBeenCalled();
  expect(reached).not.toHaveBeenCalled();
});

test.each([
  ['a loopback address', ['127.0.0.1']],
  ['a public and a loopback address', ['93.184.216.34', '127.0.0.1']],
  ['a public IPv4 and an internal IPv6 address', ['93.184.216.34', '::1']],
  ['a mapped address', ['::ffff:127.0.0.1']],
  ['the metadata address', ['169.254.169.254']],
  ['a word instead of an address', ['internal']],
])('S2 a name that resolves to %s is refused before any connection', async (_, addresses) => {
  const { port, reached } = await aForbiddenServer();
  const lookup = {
    resolve4: () => Promise.resolve(addresses.filter((address) => !address.includes(':'))),
    resolve6: () => Promise.resolve(addresses.filter((address) => address.includes(':'))),
  };
  const result = await aClient({ lookup, isPublic: isPublicAddress })({
    url: `http://trap.example:${port}/`,
  });
  expect(result).toMatchObject({ error: 'target_not_allowed', detail: 'address_class', remoteAddress: null });
  expect(reached).not.toHaveBeenCalled();
});

test('S2 a name whose address changes between two calls is checked on each', async () => {
  const { port, reached } = await aForbiddenServer();
  const open = await httpServer((_, response) => response.setHeader('connection', 'close').end('outside'));
  const responses = [['127.0.0.2'], ['127.0.0.1']];
  const lookup = {
    resolve4: () => Promise.resolve(responses.shift() ?? []),
    resolve6: () => Promise.resolve([]),
  };
  const isPublic = (address: string) => address === '127.0.0.2';
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const call = aClient({ lookup, isPublic });
    // Nothing listens on that port of 127.0.0.2; the test only needs the guard to allow it.
    expect(await call({ url: `http://rebinding.example:${open}/` })).toMatchObject({
      error: 'connect_failed',
    });
    vi.advanceTimersByTime(1_500);
    expect(await call({ url: `http://rebinding.example:${port}/` })).toMatchObject({
      error: 'target_not_allowed',
    });
  } finally {
    vi.useRealTimers();
  }
  expect(reached).not.toHaveBeenCalled();
});

test('S2 a name is resolved once per call, and the checked address is the one connected to', async () => {
  const port = await httpServer((_, response) => response.end('ok'));
  const resolve4 = vi.fn(() => Promise.resolve(['127.0.0.1']));
  const call = aClient({ lookup: { resolve4, resolve6: () => Promise.resolve([]) } });
  expect(await call({ url: `http://pinned.example:${port}/` })).toMatchObject({
    error: null,
    remoteAddress: '127.0.0.1',
  });
  expect(resolve4).toHaveBeenCalledTimes(1);
});

test('S2 the remote address is checked again after connecting', async () => {
  const { port, reached } = await aForbiddenServer();
  const verdicts = [true, false];
  const call = aClient({ isPublic: () => verdicts.shift() ?? false });
  expect(await call({ url: `http://target.example:${port}/` })).toMatchObject({
    error: 'target_not_allowed',
    detail: 'peer_class',
  });
  expect(reached).not.toHaveBeenCalled();
});

test('S3 a redirect to an internal address is recorded and not followed', async () => {
  const { port, reached } = await aForbiddenServer();
  const location = `http://127.0.0.1:${port}/latest/meta-data/`;
  const redirecting = await httpServer((_, response) => response.writeHead(302, { location }).end('moved'));
  const result = await aClient()({ url: `http://target.example:${redirecting}/` });
  expect(result).toMatchObject({
    error: null,
    response: { statusCode: 302, headers: { location }, body: 'moved' },
  });
  expect(reached).not.toHaveBeenCalled();
});

test.each([
  ['a line break in a value', { 'x-a': 'b\r\nx-forged: 1' }],
  ['a bare line feed in a value', { 'x-a': 'b\nx-forged: 1' }],
  ['NUL in a value', { 'x-a': 'b\0' }],
  ['a line break in a name', { 'x-a: b\r\nx-forged': '1' }],
  ['a space in a name', { 'x a': '1' }],
  ['a character outside Latin-1', { 'x-a': '\u{1f4a5}' }],
  ['a second length', { 'transfer-encoding': 'chunked' }],
])('S5 a request with %s is not sent', async (_, headers: Record<string, string>) => {
  const { port, reached } = await aForbiddenServer();
  const result = await aClient()({ url: `http://target.example:${port}/`, headers });
  expect(result).toMatchObject({ error: 'target_not_allowed', response: null });
  expect(reached).not.toHaveBeenCalled();
});

test('S5 a path cannot contain a second request', async () => {
  const requests: string[] = [];
  const port = await rawServer((socket, request) => {
    requests.push(request);
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
  });
  await aClient()({ url: `http://target.example:${port}/a%0d%0aGET%20/b` });
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatch(/^GET \/a%0d%0aGET%20\/b HTTP\/1\.1\r\nhost: target\.example:\d+\r\n/);
});

test('an allowed pair can be called by address and as localhost, its neighbor cannot', async () => {
  const port = await httpServer((request, response) => response.end(request.headers.host));
  const { port: neighbour, reached } = await aForbiddenServer();
  const call = aClient({ allowTargets: [`127.0.0.1:${port}`], isPublic: isPublicAddress });
  expect(await call({ url: `http://127.0.0.1:${port}/` })).toMatchObject({
    response: { body: `127.0.0.1:${port}` },
  });
  expect(await call({ url: `http://localhost:${port}/` })).toMatchObject({
    response: { body: `localhost:${port}` },
  });
  expect(await call({ url: `http://127.0.0.1:${neighbour}/` })).toMatchObject({
    error: 'target_not_allowed',
  });
  expect(reached).not.toHaveBeenCalled();
});

test('a name that resolves to an allowed pair can be called', async () => {
  const port = await httpServer((_, response) => response.end('ok'));
  const call = aClient({
    allowTargets: [`127.0.0.1:${port}`],
    isPublic: isPublicAddress,
    lookup: lookupIn({}),
  });
  expect(await call({ url: `http://echo.example:${port}/` })).toMatchObject({ error: null });
});

test('our own host cannot be called', async () => {
  const { port, reached } = await aForbiddenServer();
  const call = aClient({ ownOrigin: 'https://punctual.example' });
  expect(await call({ url: `http://punctual.example:${port}/` })).toMatchObject({
    error: 'target_not_allowed',
    detail: 'own_host',
  });
  expect(reached).not.toHaveBeenCalled();
});

test('on our own host the echo path can be called, and no redirect from it is followed', async () => {
  const asked: string[] = [];
  const port = await httpServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(302, { location: '/api/v1/jobs' }).end();
  });
  const own = `http://punctual.example:${port}`;
  const call = aClient({ ownOrigin: own });
  expect(await call({ url: `${own}/echo?run=1` })).toMatchObject({
    error: null,
    response: { statusCode: 302 },
  });
  for (const path of ['/', '/echo/', '/echo/../api/v1/jobs', '/%65cho', '/api/v1/jobs?/echo'])
    expect(await call({ url: own + path }), path).toMatchObject({
      error: 'target_not_allowed',
      detail: 'own_host',
    });
  expect(asked).toEqual(['/echo?run=1']);
});

test('the echo path of our own host is refused like any other target if its name resolves to an internal address', async () => {
  const { port, reached } = await aForbiddenServer();
  const own = `http://punctual.example:${port}`;
  const call = aClient({ ownOrigin: own, isPublic: isPublicAddress });
  expect(await call({ url: `${own}/echo` })).toMatchObject({
    error: 'target_not_allowed',
    detail: 'address_class',
  });
  expect(reached).not.toHaveBeenCalled();
});
