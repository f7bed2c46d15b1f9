import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

// Imported before engine.ts, which allows its addresses: each is a separate host for the limits on calls.

const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'];
/** Response time for each call of a crowd. */
const responseLimitMs = 20;

export type Crowd = ReturnType<typeof startCrowd>;
const crowds = new Map<string, Crowd>();

/** Calls to paths below a name: held without a response until the test sends one, and counted. */
function startCrowd(name: string) {
  const paths: string[] = [];
  const kept = new Set<ServerResponse>();
  let most = 0;
  let hasResponse = false;
  const result = (count = kept.size) => {
    for (const response of [...kept].slice(0, count)) {
      kept.delete(response);
      response.end('noted');
    }
  };
  return {
    urlAt: ({ host, n }: { host: number; n: number }) => `http://${authorities[host] ?? ''}/${name}/${n}`,
    take(path: string, response: ServerResponse) {
      paths.push(path);
      kept.add(response);
      most = Math.max(most, kept.size);
      response.on('close', () => kept.delete(response));
      if (hasResponse) setTimeout(result, responseLimitMs, 1);
    },
    /** In order of arrival. */
    paths: (): readonly string[] => paths,
    /** Number of held calls now, and its maximum. */
    out: () => kept.size,
    most: () => most,
    /** Responds to the given number of oldest calls. */
    response: (count: number) => result(count),
    /** Responds to all, and to later ones soon after they arrive. */
    respondToAll() {
      hasResponse = true;
      result();
    },
  };
}

const servers = addresses.map((address) =>
  createServer((request, response) => {
    const { url: path = '' } = request;
    request.resume();
    crowds.get(path.split('/')[1] ?? '')?.take(path, response);
  }).listen(0, address),
);
await Promise.all(servers.map((server) => new Promise((done) => void server.once('listening', done))));
const authorities = servers.map((server) => {
  const { address, port } = server.address() as AddressInfo;
  return `${address}:${port}`;
});
process.env['OUTBOUND_ALLOW_TARGETS'] = authorities.join(',');

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

export const hostCount = addresses.length;

export function aCrowd(name: string): Crowd {
  const crowd = startCrowd(name);
  crowds.set(name, crowd);
  return crowd;
}
