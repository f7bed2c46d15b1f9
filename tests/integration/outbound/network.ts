import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import net, { type AddressInfo, type Socket } from 'node:net';
import tls from 'node:tls';
import { onTestFinished } from 'vitest';
import { makeOutboundClient } from '#server/outbound/call-target.server.ts';
import { makeRules, type TargetRules } from '#server/outbound/guard/target-rules.server.ts';
import { makeHostResolver, type Lookup } from '#server/outbound/network/resolve-host.server.ts';
import { makeHandshake } from '#server/outbound/network/secure-socket.server.ts';
import type { CertificateLog } from '#server/watches/certificate-log.server.ts';
import type { CallRequest } from '#server/outbound/types.ts';

// Loopback servers behind names an injected name server gives out; each test closes what it opened.

/** Stands for the public internet: a test's servers can listen there, while the real guard would refuse it. */
const isLoopback4 = (address: string) => address.startsWith('127.');

export function aClient({
  names = {},
  lookup = lookupIn(names),
  ca,
  allowTargets = [],
  ownOrigin = 'https://punctual.example',
  isPublic = isLoopback4,
  onSecured,
}: {
  names?: Record<string, string[]>;
  lookup?: Lookup;
  ca?: string;
  allowTargets?: string[];
  ownOrigin?: string;
  isPublic?: TargetRules['isPublic'];
  onSecured?: CertificateLog['seen'];
} = {}) {
  const client = makeOutboundClient({
    resolveHost: makeHostResolver({ makeLookup: () => lookup }),
    handshake: makeHandshake({ ca }),
    rules: { ...makeRules({ allowTargets, ownOrigin }), isPublic },
    ...(onSecured && { onSecured }),
  });
  onTestFinished(() => client.close());
  return (request: Partial<CallRequest> & { url: string }) =>
    client.callTarget({ method: 'GET', headers: {}, payload: null, timeoutMs: 5_000, ...request });
}

/** Every name is 127.0.0.1 unless the test says otherwise. */
export function lookupIn(names: Record<string, string[]>): Lookup {
  const find = (family: number) => (name: string) => {
    const addresses = (names[name] ?? ['127.0.0.1']).filter((address) => net.isIP(address) === family);
    return addresses.length > 0
      ? Promise.resolve(addresses)
      : Promise.reject(Object.assign(new Error(name), { code: 'ENODATA' }));
  };
  return { resolve4: find(4), resolve6: find(6) };
}

async function listen(server: net.Server, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

export async function httpServer(handler: http.RequestListener): Promise<number> {
  return listen(http.createServer(handler));
}

/** Sends any bytes, once the head of a request has arrived. */
export async function rawServer(
  response: (socket: Socket, request: string) => void,
  host?: string,
): Promise<number> {
  return listen(
    net.createServer((socket) => {
      let text = '';
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
        if (!text.includes('\r\n\r\n')) return;
        const request = text;
        text = '';
        response(socket, request);
      });
    }),
    host,
  );
}

/**
 * Resets a connection after the client, in this process as well, has read the sent bytes: a reset together with the
 * last bytes would look like their end. Within two turns of the event loop, the client reads once.
 */
export function resetOnceRead(socket: Socket): void {
  setImmediate(() => setImmediate(() => socket.resetAndDestroy()));
}

export function writeAndReset(socket: Socket, text: string): void {
  socket.write(text, () => resetOnceRead(socket));
}

/** Runs a handler for each connection. */
export async function tcpServer(greet: (socket: Socket) => void, host?: string): Promise<number> {
  return listen(net.createServer(greet), host);
}

export async function tlsServer(options: tls.TlsOptions, body = 'secure'): Promise<number> {
  const server = tls.createServer(options, (socket) => {
    socket.on('error', () => {});
    socket.on('data', () => socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`));
  });
  server.on('tlsClientError', () => {});
  return listen(server);
}

/** Speaks HTTP/2 where it is offered, else HTTP/1.1, and responds with the version. */
export async function http2Server(certificate: { cert: string; key: string }): Promise<number> {
  const options = { ...certificate, allowHTTP1: true };
  return listen(http2.createSecureServer(options, (request, response) => response.end(request.httpVersion)));
}

/** A port without a listener. */
export async function closedPort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
