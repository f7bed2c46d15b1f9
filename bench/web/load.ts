import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { percentile } from '../lateness.ts';

/** A request, and whether its response was complete. */
export interface BenchAsk {
  name: string;
  /** Groups requests for percentiles: the 99th percentile of fifty requests is just the slowest one. */
  group?: string;
  ask: (client: Agent) => Promise<{ isWhole: boolean; endedAt: number }>;
}

export interface PageTimes {
  requests: number;
  p50Ms: number | null;
  p99Ms: number | null;
  maxMs: number | null;
  /** Responses other than a complete page. */
  errors: number;
}

/**
 * Sends all requests in rounds at `perSecond`, without waiting for earlier responses. A time is from the
 * instant a request was due to its last byte, on this machine; it includes the server's own.
 */
export async function askAtRate({
  asks,
  perSecond,
  seconds,
}: {
  asks: BenchAsk[];
  perSecond: number;
  seconds: number;
}): Promise<{ pages: Record<string, PageTimes>; groups: Record<string, PageTimes>; all: PageTimes }> {
  const client = new Agent({ connections: 64 });
  const responses: TimedResponse[] = [];
  const beganAt = performance.now();
  const asked: Promise<void>[] = [];
  const order = inRounds(asks);
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const dueAt = beganAt + (index * 1000) / perSecond;
    await sleep(Math.max(0, dueAt - performance.now()));
    const { value: next } = order.next();
    if (!next) break;
    const { name, group = name } = next;
    const responded = next.ask(client).then(({ isWhole, endedAt }) => {
      responses.push({ name, group, isWhole, ms: endedAt - dueAt });
    });
    asked.push(responded);
  }
  await Promise.all(asked);
  await client.close();
  return { pages: timesBy('name', responses), groups: timesBy('group', responses), all: timesOf(responses) };
}

interface TimedResponse {
  name: string;
  group: string;
  isWhole: boolean;
  ms: number;
}

function timesBy(key: 'name' | 'group', responses: TimedResponse[]): Record<string, PageTimes> {
  const names = [...new Set(responses.map((one) => one[key]))].sort();
  return Object.fromEntries(
    names.map((name) => [name, timesOf(responses.filter((one) => one[key] === name))]),
  );
}

/**
 * Yields all items repeatedly, in a new order each round: in a fixed one, a page would always wait behind the
 * same others. The orders are the same in every run.
 */
function* inRounds<Item>(items: readonly Item[]): Generator<Item, undefined> {
  const random = seededRandom(1);
  while (items.length > 0) {
    const left = [...items];
    while (left.length > 0) yield* left.splice(Math.floor(random() * left.length), 1);
  }
}

/** Mulberry32: good enough to shuffle. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Requests a page as browsers do, compressed; complete means no error page and no sample data. */
export async function askPage({
  origin,
  cookie,
  path,
  client,
}: {
  origin: string;
  cookie: string;
  path: string;
  client?: Agent;
}): Promise<{ isWhole: boolean; endedAt: number }> {
  const headers = { cookie, accept: 'text/html', 'accept-encoding': 'gzip', 'sec-fetch-dest': 'document' };
  const response = await request(origin + path, { headers, ...(client && { dispatcher: client }) });
  const packed = Buffer.from(await response.body.arrayBuffer());
  const endedAt = performance.now();
  const text = (response.headers['content-encoding'] === 'gzip' ? gunzipSync(packed) : packed).toString();
  const isWhole =
    response.statusCode === 200 && text.includes('</html>') && !/Sample data:|Failed to /.test(text);
  return { isWhole, endedAt };
}

function timesOf(responses: TimedResponse[]): PageTimes {
  const sorted = responses.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    requests: sorted.length,
    p50Ms: percentile({ sorted, share: 0.5 }),
    p99Ms: percentile({ sorted, share: 0.99 }),
    maxMs: percentile({ sorted, share: 1 }),
    errors: responses.filter(({ isWhole }) => !isWhole).length,
  };
}
