import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { forgetArrivals, listArrivals, createSink, recordArrival } from './arrivals.ts';
import { responses, echoResponse, json } from './responses.ts';

// A target for development, tests and benches: responds as requested and remembers its requests.
const { ECHO_PORT: port = '4010', ECHO_SINK: sinkFile } = process.env;
const sink = sinkFile ? await createSink(sinkFile) : undefined;
const longestBody = 1024 * 1024;

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    if (!response.headersSent) json(response, 500, { error: String(error) });
    response.destroy();
  });
});
server.keepAliveTimeout = 65_000;
server.listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://echo');
  if (url.pathname === '/requests') {
    introspect({ request, response, url });
    return;
  }
  const arrival = recordArrival(request);
  const [body] = await Promise.all([readBody(request), sink?.write(arrival)]);
  const [first = '', ...args] = url.pathname.split('/').filter(Boolean);
  const result = Object.hasOwn(responses, first) ? responses[first] : undefined;
  await (result ?? echoResponse)({ response, arrival, body, args });
}

/** GET /requests?since=&path=&limit= lists what came, DELETE forgets it. */
function introspect({
  request,
  response,
  url,
}: {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
}) {
  if (request.method === 'DELETE') {
    forgetArrivals();
    json(response, 200, { ok: true });
    return;
  }
  const { since = '0', path = '', limit = '1000' } = Object.fromEntries(url.searchParams);
  json(response, 200, { requests: listArrivals({ since: Number(since), path, limit: Number(limit) }) });
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= longestBody) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
