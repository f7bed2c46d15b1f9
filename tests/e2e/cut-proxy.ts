import { connect, type Socket } from 'node:net';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';

/**
 * - `cut`: the request reaches the product, its response never comes back: the connection is destroyed.
 * - `cut-before`: the request never reaches the product.
 * - `bad-gateway`: a proxy's own page with status 502; the product sees the request.
 * - `no-upstream`: the same page of a proxy that does not reach the product.
 * - `truncated`: the response breaks off in the middle.
 */
export type Failure = 'cut' | 'cut-before' | 'bad-gateway' | 'no-upstream' | 'truncated';

const gatewayPage = '<html><head><title>502 Bad Gateway</title></head><body>502 Bad Gateway</body></html>';

interface Rule {
  failure: Failure;
  isMeant: (request: { method: string; path: string }) => boolean;
  /** Number of requests still to fail. */
  left: number;
}

export interface CutProxy {
  /** For the browser's `proxy` option. */
  server: string;
  /** Fails requests until {@link heal}; by default all requests for page data. */
  fail: (rule: { failure: Failure; isMeant?: Rule['isMeant']; times?: number }) => void;
  heal: () => void;
  /** Requests that were failed, as "POST /path". */
  failed: string[];
  close: () => Promise<void>;
}

const isPageData: Rule['isMeant'] = ({ path }) => path.endsWith('.data');

/** A forward proxy between a browser and the product, losing responses on request. */
export async function startCutProxy(): Promise<CutProxy> {
  let rule: Rule | null = null;
  const failed: string[] = [];
  const take = (request: { method: string; path: string }): Failure | null => {
    if (!rule || rule.left <= 0 || !rule.isMeant(request)) return null;
    rule.left -= 1;
    failed.push(`${request.method} ${request.path}`);
    return rule.failure;
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://proxy.invalid');
    forward({
      request,
      response,
      url,
      failure: take({ method: request.method ?? 'GET', path: url.pathname }),
    });
  });
  // Connections for other origins, such as https.
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    const [host = '', port = '443'] = (request.url ?? '').split(':');
    const upstream = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    server: `http://127.0.0.1:${port}`,
    fail: ({ failure, isMeant = isPageData, times = Infinity }) => {
      rule = { failure, isMeant, left: times };
    },
    heal: () => (rule = null),
    failed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function forward({
  request,
  response,
  url,
  failure,
}: {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  failure: Failure | null;
}): void {
  if (failure === 'cut-before') {
    request.socket.destroy();
    return;
  }
  if (failure === 'no-upstream') {
    request.resume();
    response.writeHead(502, { 'content-type': 'text/html' }).end(gatewayPage);
    return;
  }
  const upstream = ask(
    {
      host: url.hostname,
      port: url.port,
      path: url.pathname + url.search,
      method: request.method,
      headers: request.headers,
    },
    (result) => {
      if (failure === 'cut') {
        result.resume().once('end', () => request.socket.destroy());
      } else if (failure === 'bad-gateway') {
        result.resume();
        response.writeHead(502, { 'content-type': 'text/html' }).end(gatewayPage);
      } else if (failure === 'truncated') {
        const { 'content-encoding': encoding, 'content-type': type } = result.headers;
        response.writeHead(200, { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) });
        result.once('data', (chunk: Buffer) => {
          response.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => request.socket.destroy());
        });
      } else {
        response.writeHead(result.statusCode ?? 502, result.headers);
        result.pipe(response);
      }
    },
  );
  upstream.on('error', () => request.socket.destroy());
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
}
