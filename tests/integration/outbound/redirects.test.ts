import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { expect, test, vi } from 'vitest';
import { evaluate } from '#tests/cases/outbound-kit.ts';
import { aClient, closedPort, httpServer } from './network.ts';

interface Seen {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A target that redirects the given paths, and returns 200 for the others. */
async function aTarget(locations: Record<string, string | ((port: number) => string)>, status = 302) {
  const seen: Seen[] = [];
  let port = 0;
  const handler: RequestListener = (request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push({ method: request.method, path: request.url, headers: request.headers, body });
      const given = locations[request.url ?? ''];
      if (given === undefined) response.end('arrived');
      else
        response
          .writeHead(status, { location: typeof given === 'string' ? given : given(port) })
          .end('moved');
    });
  };
  port = await httpServer(handler);
  return { port, seen, at: (path: string) => `http://target.example:${port}${path}` };
}

const headers = {
  authorization: 'Bearer t-1',
  cookie: 'a=b',
  'x-note': 'plain',
  'content-type': 'text/plain',
};

test('redirects are followed hop by hop, and the last response counts', async () => {
  const target = await aTarget({ '/a': '/b', '/b': '/c?x=1' });
  const result = await aClient()({ url: target.at('/a'), headers, followRedirects: true });
  expect(target.seen.map(({ path }) => path)).toEqual(['/a', '/b', '/c?x=1']);
  expect(target.seen.at(-1)?.headers).toMatchObject({ authorization: 'Bearer t-1', cookie: 'a=b' });
  expect(result).toMatchObject({ error: null, response: { statusCode: 200, body: 'arrived' } });
  expect(result.hops).toMatchObject([
    { method: 'GET', statusCode: 302, location: target.at('/b'), remoteAddress: '127.0.0.1' },
    { method: 'GET', statusCode: 302, location: target.at('/c?x=1') },
  ]);
  expect(result.hops?.[0]?.phases.waitMs).toBeGreaterThanOrEqual(0);
  expect((await evaluate({ result })).verdict).toBe(
    'Success: the response was 200 after 2 redirects; this job expects 2xx.',
  );
});

test('a job without the option follows none', async () => {
  const target = await aTarget({ '/a': '/b' });
  const result = await aClient()({ url: target.at('/a') });
  expect(result).toMatchObject({ error: null, response: { statusCode: 302 } });
  expect(result.hops).toBeUndefined();
  expect(target.seen).toHaveLength(1);
});

test('303 turns a POST into a GET without its payload, 307 sends it again', async () => {
  for (const [status, method, body] of [
    [303, 'GET', ''],
    [302, 'GET', ''],
    [307, 'POST', 'hello'],
    [308, 'POST', 'hello'],
  ] as const) {
    const target = await aTarget({ '/a': '/b' }, status);
    await aClient()({
      url: target.at('/a'),
      method: 'POST',
      payload: 'hello',
      headers,
      followRedirects: true,
    });
    expect(target.seen[1]).toMatchObject({ method, body, path: '/b' });
    expect(target.seen[1]?.headers['content-type']).toBe(method === 'GET' ? undefined : 'text/plain');
  }
});

test('S3 a redirect to a private address, in any spelling, by name or to our own origin is not called', async () => {
  const inside = await aTarget({});
  const names = { 'trap.example': ['10.0.0.7'], 'mixed.example': ['127.0.0.1', '10.0.0.7'] };
  const call = aClient({ names: { ...names, 'target.example': ['127.0.0.1'] } });
  const guarded = [
    `http://10.0.0.7:${inside.port}/`,
    `http://[::1]:${inside.port}/`,
    `http://169.254.169.254/latest/meta-data/`,
    `http://trap.example:${inside.port}/`,
    `http://mixed.example:${inside.port}/`,
    `https://punctual.example/api/v1/jobs`,
    'http://user:password@target.example/',
    'http://target.example:22/',
    'ftp://target.example/',
    'file:///etc/passwd',
    'http://localhost/',
  ];
  for (const location of guarded) {
    const target = await aTarget({ '/a': location });
    const result = await call({ url: target.at('/a'), followRedirects: true });
    expect([location, result.error, result.explanation]).toEqual([
      location,
      'target_not_allowed',
      'redirect 1 leads to a target that is not allowed',
    ]);
    expect(result.hops).toHaveLength(1);
    expect((await evaluate({ result })).verdict).toBe(
      'Failed: redirect 1 leads to a target that is not allowed; nothing was sent to it.',
    );
  }
  expect(inside.seen).toEqual([]);
});

test('neither credentials nor cookies are sent to another origin, nor back to the first one', async () => {
  const other = await aTarget({});
  const target = await aTarget({ '/a': `http://other.example:${other.port}/b` });
  await aClient()({ url: target.at('/a'), headers, followRedirects: true });
  expect(other.seen[0]?.headers).toMatchObject({ 'x-note': 'plain' });
  expect(other.seen[0]?.headers).not.toHaveProperty('authorization');
  expect(other.seen[0]?.headers).not.toHaveProperty('cookie');
});

test('a payload with a secret is not sent to another origin', async () => {
  const other = await aTarget({});
  const target = await aTarget({ '/a': `http://other.example:${other.port}/b` }, 307);
  const result = await aClient()({
    ...{ url: target.at('/a'), method: 'POST', payload: 's3cret', followRedirects: true },
    secrets: { headers: [], isInPayload: true },
  });
  expect(other.seen).toEqual([]);
  expect(result).toMatchObject({ error: 'target_not_allowed', response: null });
  expect(result.explanation).toBe('redirect 1 leads to another origin, and the payload contains a secret');
});

test('a loop and a sixth redirect end the attempt, even if their status is accepted', async () => {
  const circle = await aTarget({ '/a': '/b', '/b': '/a' });
  const turning = await aClient()({ url: circle.at('/a'), followRedirects: true });
  expect(circle.seen).toHaveLength(2);
  expect(turning).toMatchObject({ redirectEnd: 'loop', response: { statusCode: 302 } });
  expect(await evaluate({ result: turning, call: { acceptedStatuses: '302' } })).toMatchObject({
    errorCode: 'status_rejected',
    retryAt: null,
    verdict:
      'Failed: the response was 302 after 1 redirect, and leads back to an earlier request: the redirects form a loop.',
  });

  const steps = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`/${index}`, `/${index + 1}`]));
  const long = await aTarget(steps);
  const result = await aClient()({ url: long.at('/0'), followRedirects: true });
  expect(long.seen).toHaveLength(6);
  expect(result.hops).toHaveLength(5);
  expect(await evaluate({ result })).toMatchObject({
    errorCode: 'status_rejected',
    verdict:
      'Failed: the response was 302 after 5 redirects, and leads on: more than 5 redirects are not followed.',
  });
});

test("a redirect blocked by its domain's limit is not followed, and the attempt says so", async () => {
  const other = await aTarget({});
  const target = await aTarget({ '/a': '/b', '/b': `http://full.example:${other.port}/` });
  const asked: string[] = [];
  const result = await aClient()({
    ...{ url: target.at('/a'), followRedirects: true },
    mayFollow: (host) => (asked.push(host) < 2 ? 'go' : 'capped'),
  });
  expect(asked).toEqual([`target.example:${target.port}`, `full.example:${other.port}`]);
  expect(other.seen).toEqual([]);
  expect(result).toMatchObject({ error: null, redirectEnd: 'capped', response: { statusCode: 302 } });
  expect(result.hops).toHaveLength(1);
  expect(await evaluate({ result, call: { acceptedStatuses: '302' } })).toMatchObject({
    errorCode: 'status_rejected',
    retryAt: null,
    verdict:
      'Failed: the response was 302 after 1 redirect, and leads to a domain that has reached its request limit for this minute.',
  });
});

test('a redirect to a full host waits until the timeout, and the attempt says so', async () => {
  const other = await aTarget({});
  const target = await aTarget({ '/a': `http://full.example:${other.port}/` });
  const stop = new AbortController();
  const waitsFor = (host: string, signal: AbortSignal) =>
    new Promise<'busy'>((resolve) => {
      if (host.startsWith('full.')) signal.addEventListener('abort', () => resolve('busy'));
    });
  const order = { url: target.at('/a'), followRedirects: true, mayFollow: waitsFor };
  const result = await aClient()({ ...order, timeoutMs: 200 });
  expect(other.seen).toEqual([]);
  expect(result).toMatchObject({ error: null, redirectEnd: 'busy', response: { statusCode: 302 } });
  expect(await evaluate({ result })).toMatchObject({
    errorCode: 'status_rejected',
    retryAt: null,
    verdict:
      'Failed: the response was 302, and leads to a host that had too many calls out until the timeout.',
  });

  setTimeout(() => stop.abort(), 50);
  const cut = await aClient()({ ...order, timeoutMs: 5_000, signal: stop.signal });
  expect(cut).toMatchObject({ error: 'worker_lost', response: null });
});

test('one timeout covers all hops', async () => {
  const port = await httpServer((request, response) => {
    const step = Number(request.url?.slice(1));
    setTimeout(() => response.writeHead(302, { location: `/${step + 1}` }).end(), 120);
  });
  const result = await aClient()({
    ...{ url: `http://target.example:${port}/0`, followRedirects: true, timeoutMs: 300 },
  });
  expect(result).toMatchObject({ error: 'timeout', response: null });
  expect(result.hops).toHaveLength(2);
  expect(result.endedAt - result.startedAt).toBeLessThan(1_000);
});

test('a redirect to a port without a listener fails to connect, and keeps the hops before', async () => {
  const onSent = vi.fn();
  const target = await aTarget({ '/a': `http://gone.example:${await closedPort()}/` });
  const result = await aClient()({ url: target.at('/a'), followRedirects: true, onSent });
  expect(result).toMatchObject({ error: 'connect_failed', response: null, hops: [{ statusCode: 302 }] });
  expect(onSent).toHaveBeenCalledTimes(1);
});
