import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An endpoint with responses made to harm their reader. */
export interface Target {
  url: string;
  close: () => Promise<void>;
}

type Reply = (given: { request: IncomingMessage; response: ServerResponse; body: string }) => void;

const replies: Record<string, Reply> = {
  /** A Location that repeats every character of the secrets, each written differently. */
  location: ({ response }) => {
    const text = `${'a'.repeat(5_000)}${'%61'.repeat(3_000)}`;
    response.writeHead(302, { location: `https://example.test/${text}` }).end();
  },
  /** Sends back the received headers and body. */
  echo: ({ request, response, body }) => {
    response.writeHead(200, {
      'content-type': 'text/plain',
      'x-echo': String(request.headers['x-echo'] ?? ''),
    });
    response.end(body);
  },
  /** JSON of a few kilobytes, nested as deep as they allow. */
  deep: ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('['.repeat(2_000) + ']'.repeat(2_000));
  },
  /** A quarter of a megabyte of small values, which a page would show on separate lines. */
  wide: ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`[${Array.from({ length: 60_000 }, () => '1').join(',')}]`);
  },
};

export async function startTarget({ port }: { port: number }): Promise<Target> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [, name = ''] = (request.url ?? '').split('/');
      const reply = replies[name] ?? replies.echo;
      reply?.({ request, response, body: Buffer.concat(chunks).toString('utf8') });
    });
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const { port: used } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${used}`,
    close: () => new Promise((closed) => void server.close(() => closed())),
  };
}
