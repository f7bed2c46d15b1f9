import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReceivers } from '#dev/receivers/server.ts';
import { aCertificate } from '#tests/integration/outbound/certificate.ts';

export interface StepArrival {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * The receivers of dev/receivers behind two addresses that stop a delivery at a step. The one with TLS leaves new
 * connections without a handshake: the delivery is claimed, and nothing of it is sent. The other one has read the whole
 * request and does not respond. After `open`, both behave. Paths below /events accept any event.
 */
export async function startStepReceivers() {
  const receivers = createReceivers();
  const origin = `http://127.0.0.1:${await listen(receivers)}`;
  const arrivals: StepArrival[] = [];
  const held: (() => void)[] = [];
  const silent: Socket[] = [];
  let isOpen = false;

  const respond: RequestListener = (request, response) => {
    const { url: path = '/', method = 'POST' } = request;
    const headers = request.headers as Record<string, string>;
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      arrivals.push({ path, headers, body });
      const go = async () => {
        if (path.startsWith('/events')) return void response.end('ok');
        const { host: _host, connection: _connection, 'content-length': _length, ...kept } = headers;
        const reply = await fetch(origin + path, { method, headers: kept, body });
        response.writeHead(reply.status, {
          'content-type': reply.headers.get('content-type') ?? 'text/plain',
        });
        response.end(await reply.text());
      };
      if (isOpen) void go();
      else held.push(() => void go());
    });
  };

  const { cert, key } = aCertificate({ host: '127.0.0.1' });
  const folder = mkdtempSync(join(tmpdir(), 'punctual-receivers-'));
  const certificate = join(folder, 'certificate.pem');
  writeFileSync(certificate, cert);
  const secure = createTlsServer({ cert, key }, respond);
  const doorkeeper = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    if (isOpen) secure.emit('connection', socket);
    else silent.push(socket);
  });
  const plain = createHttpServer(respond);
  const [tlsPort, plainPort] = [await listen(doorkeeper), await listen(plain)];
  return {
    authorities: [`127.0.0.1:${tlsPort}`, `127.0.0.1:${plainPort}`],
    plainOrigin: `http://127.0.0.1:${plainPort}`,
    secureOrigin: `https://127.0.0.1:${tlsPort}`,
    /** File with the certificate, for NODE_EXTRA_CA_CERTS. */
    certificate,
    /** Requests of a path, oldest first. */
    at: (path: string) => arrivals.filter((arrival) => arrival.path === path),
    /** Connections without a handshake. */
    silent: () => silent.length,
    /** Requests without a response. */
    held: () => held.length,
    /** Responds to the held requests. */
    respond: () => held.splice(0).forEach((go) => go()),
    open: () => void (isOpen = true),
    problems: async () => {
      const { messages } = (await (await fetch(`${origin}/messages`)).json()) as {
        messages: { problems: string[] }[];
      };
      return messages.flatMap(({ problems }) => problems);
    },
    stop: () => {
      for (const socket of silent) socket.destroy();
      for (const server of [secure, plain, receivers]) server.closeAllConnections();
      for (const server of [doorkeeper, plain, receivers]) server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}
