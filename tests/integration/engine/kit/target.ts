import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Arrival {
  at: number;
  path: string;
  attempt: number;
  headers: IncomingHttpHeaders;
}

/**
 * An endpoint that records requests: /ok returns 200, /fail 500, /flip 200 and 500 in turn, /wait?ms=… after a while,
 * /until-told on `tell`, /hang never.
 */
export async function startTarget() {
  const arrivals: Arrival[] = [];
  const unreported: (() => void)[] = [];
  const open: string[] = [];
  const failing = new Set<string>();
  const server = createServer((request, response) => {
    const { url: path = '/', headers } = request;
    arrivals.push({ at: Date.now(), path, attempt: Number(headers['x-punctual-attempt']), headers });
    request.resume();
    open.push(path);
    response.on('close', () => open.splice(open.indexOf(path), 1));
    if (path.startsWith('/hang')) return;
    const isEven = arrivals.filter((arrival) => arrival.path === path).length % 2 === 0;
    const isFailing = failing.has(path) || path.startsWith('/fail') || (path.startsWith('/flip') && isEven);
    const result = () => response.writeHead(isFailing ? 500 : 200).end('noted');
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
    /** From now on, requests for a path fail, or succeed again. */
    fail: (path: string, isFailing: boolean) => (isFailing ? failing.add(path) : failing.delete(path)),
    /** Number of requests for a path without a response whose connection is open. */
    open: (path: string) => open.filter((one) => one === path).length,
    /** Responds to the requests to /until-told. */
    report: () => unreported.splice(0).forEach((response) => response()),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
