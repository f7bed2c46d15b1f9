import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { aCertificate } from './certificate.ts';
import { aClient, http2Server, tcpServer, tlsServer } from './network.ts';

const host = 'secure.example';

test('a call over TLS is verified and measured, and its connection reused', async () => {
  const { cert, key } = aCertificate({ host });
  const port = await tlsServer({ cert, key });
  const call = aClient({ ca: cert });
  const first = await call({ url: `https://${host}:${port}/` });
  expect(first).toMatchObject({ error: null, detail: null, isReused: false, response: { body: 'secure' } });
  expect(first.tlsProtocol).toMatch(/^TLSv1\.[23]$/);
  expect(first.phases.tlsMs).toBeGreaterThan(0);
  const second = await call({ url: `https://${host}:${port}/` });
  expect(second).toMatchObject({ isReused: true, tlsProtocol: first.tlsProtocol, phases: { tlsMs: null } });
});

test('a server that prefers HTTP/2 is called by HTTP/1.1, which the guard of heads reads', async () => {
  const certificate = aCertificate({ host });
  const port = await http2Server(certificate);
  const result = await aClient({ ca: certificate.cert })({
    url: `https://${host}:${port}/`,
    keepsHead: true,
  });
  expect(result).toMatchObject({
    error: null,
    response: { body: '1.1', head: { statusLine: 'HTTP/1.1 200 OK' } },
  });
});

test('an address in a URL is verified against the certificate as an address', async () => {
  const { cert, key } = aCertificate({ host: '127.0.0.1' });
  const port = await tlsServer({ cert, key });
  expect(await aClient({ ca: cert })({ url: `https://127.0.0.1:${port}/` })).toMatchObject({ error: null });
  expect(await aClient({ ca: cert })({ url: `https://127.0.0.2:${port}/` })).toMatchObject({
    error: 'connect_failed',
  });
});

test('the trailing dot of a name is ignored when matching the certificate', async () => {
  const { cert, key } = aCertificate({ host });
  const port = await tlsServer({ cert, key });
  expect(await aClient({ ca: cert })({ url: `https://${host}.:${port}/` })).toMatchObject({ error: null });
});

test.each([
  [
    'its issuer is unknown',
    () => ({ server: aCertificate({ host, issuer: 'unknown.example' }), trusted: aCertificate({ host }) }),
    'the issuer of the certificate is unknown',
  ],
  [
    'it is self-signed',
    () => ({ server: aCertificate({ host }), trusted: aCertificate({ host: 'other.example' }) }),
    'the certificate is self-signed',
  ],
  [
    'it is for another name',
    () => same(aCertificate({ host: 'other.example' })),
    'the certificate is for another name',
  ],
  [
    'it has expired',
    () => same(aCertificate({ host, validFrom: Date.now() - 7_200_000 })),
    'the certificate has expired',
  ],
  [
    'it is not valid yet',
    () => same(aCertificate({ host, validFrom: Date.now() + 3_600_000 })),
    'the certificate is not valid yet',
  ],
])('a certificate is refused when %s, and the owner is told so', async (_, make, explanation) => {
  const { server, trusted } = make();
  const port = await tlsServer(server);
  const result = await aClient({ ca: trusted.cert })({ url: `https://${host}:${port}/` });
  expect(result).toMatchObject({ error: 'tls_failed', response: null, explanation });
  expect(result.phases).toMatchObject({ tlsMs: expect.any(Number) as number, waitMs: null });
});

function same(certificate: ReturnType<typeof aCertificate>) {
  return { server: certificate, trusted: certificate };
}

test('a self-signed certificate is refused by the default authorities', async () => {
  const port = await tlsServer(aCertificate({ host }));
  expect(await aClient()({ url: `https://${host}:${port}/` })).toMatchObject({ error: 'tls_failed' });
});

test('TLS older than 1.2 is refused', async () => {
  const certificate = aCertificate({ host });
  const port = await tlsServer({
    ...certificate,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
  expect(await aClient({ ca: certificate.cert })({ url: `https://${host}:${port}/` })).toMatchObject({
    error: 'tls_failed',
    explanation: 'the server does not speak TLS 1.2 or newer',
  });
});

test('a server that does not speak TLS fails the handshake', async () => {
  for (const greeting of ['HTTP/1.1 400 Bad Request\r\n\r\n', 'SSH-2.0-x\r\n', '\x16\x03\x01\xff\xff\xff']) {
    const port = await tcpServer((socket) => socket.once('data', () => socket.write(greeting, 'latin1')));
    expect(await aClient()({ url: `https://${host}:${port}/` })).toMatchObject({
      error: 'tls_failed',
      explanation: 'the server did not respond with TLS',
    });
  }
});

test.each([
  ['closes', (socket: Socket) => socket.end()],
  ['resets', (socket: Socket) => socket.resetAndDestroy()],
])('a server that %s during the handshake fails it', async (_, greet) => {
  const port = await tcpServer((socket) => socket.once('data', () => greet(socket)));
  expect(await aClient()({ url: `https://${host}:${port}/` })).toMatchObject({
    error: 'tls_failed',
    explanation: 'the server closed the connection during the handshake',
  });
});

test('an endless handshake is aborted at the timeout', async () => {
  const port = await tcpServer((socket) => socket.resume());
  const result = await aClient()({ url: `https://${host}:${port}/`, timeoutMs: 300 });
  expect(result).toMatchObject({ error: 'timeout', response: null });
});

test('an endless handshake is a failed connection after 5 s', async () => {
  const port = await tcpServer((socket) => socket.resume());
  const result = await aClient()({ url: `https://${host}:${port}/`, timeoutMs: 30_000 });
  expect(result).toMatchObject({
    error: 'connect_failed',
    explanation: 'the TLS handshake did not finish within 5 seconds',
  });
  expect(result.endedAt - result.startedAt).toBeLessThan(8_000);
});
