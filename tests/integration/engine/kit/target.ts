import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Arrival {
  at: number;
  path: string;
  attempt: number;
  headers: IncomingHttpHeaders;
}

/**
 * An endpoint that records requests: /ok returns 200, /fail 500, /wait?ms=… after a while, /until-told on `tell`, /hang
 * never.
 */
export async function startTarget() {
  const arrivals: Arrival[] = [];
  const unreported: (() => void)[] = [];
  const server = createServer((request, response) => {
    const { url: path = '/', headers } = request;
    arrivals.push({ at: Date.now(), path, attempt: Number(headers['x-punctual-attempt']), headers });
    request.resume();
    if (path.startsWith('/hang')) return;
    const result = () => response.writeHead(path.startsWith('/fail') ? 500 : 200).end('noted');
    if (path.startsWith('/until-told')) unreported.push(result);
    else if (path.startsWith('/wait'))
      setTimeout(result, Number(new URLSearchParams(path.split('?')[1]).get('ms')));
    else result();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    authority: `127.0.0.1:${port}`,
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    /** Requests for a path, oldest first. */
    at: (path: string) => arrivals.filter((arrival) => arrival.path === path),
    /** Responds to the requests to /until-told. */
    report: () => unreported.splice(0).forEach((response) => response()),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
