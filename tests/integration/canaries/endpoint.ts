import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { words } from './canaries.ts';

// The endpoint for all jobs and notifications of this file; imported after other endpoints, before the engine.

interface Arrival {
  path: string;
  /** Head and body, as received. */
  text: string;
}

const arrivals: Arrival[] = [];
/** Everything received: unchanged, in base64, as JSON and inside JSON. */
function echoOf({ path, rawHeaders, body }: { path: string; rawHeaders: string[]; body: string }): string {
  const all = [path, ...rawHeaders, body].join('\n');
  return JSON.stringify({ all, path, rawHeaders, body, more: JSON.stringify({ all }), base64: btoa(all) });
}

/**
 * /fail responds with 500, /echo with the request, /token with an access token, all else with 200, with canaries in
 * header and body.
 */
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { url: path = '/', rawHeaders } = request;
    const sent = Buffer.concat(parts).toString();
    arrivals.push({ path, text: [path, ...rawHeaders, sent].join('\n') });
    if (path.startsWith('/echo')) {
      for (const [name, value] of Object.entries(request.headers))
        response.setHeader(`x-echo-${name}`, value ?? '');
      response.setHeader('location', path);
      response.end(echoOf({ path, rawHeaders, body: sent }));
      return;
    }
    if (path.startsWith('/token')) {
      const token = { access_token: words.accessToken, token_type: 'Bearer', expires_in: 3_600 };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(token));
      return;
    }
    response.setHeader('set-cookie', `sid=${words.responseCookie}`);
    const body = path.startsWith('/form') ? words.formResponse : words.responseBody;
    response.writeHead(path.startsWith('/fail') ? 500 : 200).end(`fine ${body}`);
  });
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
process.env['OUTBOUND_ALLOW_TARGETS'] = [process.env['OUTBOUND_ALLOW_TARGETS'], authority]
  .filter(Boolean)
  .join(',');

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

export const endpoint = {
  authority,
  url: (path: string) => `http://${authority}${path}`,
  /** Requests to paths with this prefix, oldest first. */
  under: (path: string) => arrivals.filter((arrival) => arrival.path.startsWith(path)),
  /** All requests so far. */
  text: () => arrivals.map(({ text }) => text).join('\n'),
};
