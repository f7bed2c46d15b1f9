import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A server for the whole file that the guard of this process allows: it returns 200 once a request is complete, and
 * below /moved a redirect to the same URL on https.
 */
export async function startRecordingTarget() {
  const arrivals: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      arrivals.push({ path, headers, body: Buffer.concat(parts).toString() });
      if (path.startsWith('/moved'))
        response.writeHead(301, { location: `https://${headers.host ?? ''}${path}` });
      response.end('noted');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env['OUTBOUND_ALLOW_TARGETS'] = authority;
  return {
    url: (path: string) => `http://${authority}${path}`,
    at: (path: string) => arrivals.filter((arrival) => arrival.path === path),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
