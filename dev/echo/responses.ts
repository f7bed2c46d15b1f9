import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Arrival } from './arrivals.ts';

const longestMs = 600_000;
const mostBytes = 64 * 1024 * 1024;

const switched = new Map<string, number>();

type EchoResponse = (request: {
  response: ServerResponse;
  arrival: Arrival;
  body: string;
  args: string[];
}) => Promise<void> | void;

/** Behavior by the first part of a path; any other path echoes the request. */
export const responses: Record<string, EchoResponse> = {
  /** /status/503 */
  status: ({ response, args }) => {
    const status = numberOf(args[0], { otherwise: 200, most: 599 });
    const isKnown = status >= 200;
    json(response, isKnown ? status : 200, { status });
  },
  /** /switch/a: 200, or the status that the last PUT /switch/a/503 named */
  switch: ({ response, arrival, args: [name = '', given] }) => {
    if (arrival.method === 'PUT') switched.set(name, numberOf(given, { otherwise: 200, most: 599 }));
    const status = switched.get(name) ?? 200;
    json(response, status, { status });
  },
  /** /delay/1500 */
  delay: async ({ response, arrival, body, args }) => {
    await sleep(numberOf(args[0], { otherwise: 1000, most: longestMs }));
    echoResponse({ response, arrival, body });
  },
  /** /bytes/100000 */
  bytes: ({ response, args }) => {
    const size = numberOf(args[0], { otherwise: 1024, most: mostBytes });
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': size });
    response.end(Buffer.alloc(size, 'x'));
  },
  /** /drip/10/500: ten bytes, one each half second */
  drip: async ({ response, args }) => {
    const pieces = numberOf(args[0], { otherwise: 5, most: 10_000 });
    const pauseMs = numberOf(args[1], { otherwise: 200, most: longestMs });
    response.writeHead(200, { 'content-type': 'text/plain' });
    for (let piece = 0; piece < pieces && !response.destroyed; piece += 1) {
      response.write('.');
      await sleep(pauseMs);
    }
    response.end();
  },
  /** /redirect */
  redirect: ({ response }) => {
    response.writeHead(302, { location: '/' });
    response.end();
  },
  /** /hang: never responds */
  hang: () => {},
  /** /cut: closes in the middle of the response */
  cut: ({ response }) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('cut');
    setTimeout(() => response.destroy(), 20);
  },
};

/** Responds with the request. */
export function echoResponse({
  response,
  arrival,
  body,
}: {
  response: ServerResponse;
  arrival: Arrival;
  body: string;
}): void {
  const { at, method, path, headers } = arrival;
  json(response, 200, { ok: true, receivedAt: new Date(at).toISOString(), method, path, headers, body });
}

export function json(response: ServerResponse, status: number, content: unknown): void {
  const text = JSON.stringify(content);
  const hasBody = status !== 204 && status !== 304;
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(hasBody && { 'content-length': Buffer.byteLength(text) }),
  });
  response.end(hasBody ? text : undefined);
}

function numberOf(
  text: string | undefined,
  { otherwise, most }: { otherwise: number; most: number },
): number {
  const number = Number(text);
  return text !== undefined && Number.isInteger(number) && number >= 0 ? Math.min(number, most) : otherwise;
}
