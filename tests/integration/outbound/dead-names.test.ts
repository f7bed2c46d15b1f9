import { createSocket } from 'node:dgram';
import { promises as dns } from 'node:dns';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { makeHostResolver } from '#server/outbound/network/resolve-host.server.ts';
import { aClient, httpServer } from './network.ts';

/** A name server that accepts queries and never responds; counts them. */
async function aDeadNameServer() {
  const server = createSocket('udp4');
  let questions = 0;
  server.on('message', () => (questions += 1));
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const resolver = new dns.Resolver({ timeout: 1_000, tries: 2 });
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  return { resolver, questions: () => questions };
}

test(
  'F11: a thousand names on a dead name server do not delay calls to others',
  { timeout: 40_000 },
  async () => {
    const { resolver, questions } = await aDeadNameServer();
    const port = await httpServer((_, response) => response.end('ok'));
    const isDead = (name: string) => name.endsWith('.dead.example');
    const sound = () => Promise.resolve(['127.0.0.1']);
    const none = () => Promise.resolve([]);
    const call = aClient({
      lookup: {
        resolve4: (name) => (isDead(name) ? resolver.resolve4(name) : sound()),
        resolve6: (name) => (isDead(name) ? resolver.resolve6(name) : none()),
      },
    });
    const dead = Array.from({ length: 1_000 }, (_, n) =>
      call({ url: `http://h${n}.dead.example/`, timeoutMs: 10_000 }),
    );
    await expect.poll(questions).toBeGreaterThan(100);
    const times: number[] = [];
    for (let n = 0; n < 100; n += 1) {
      const { error, startedAt, endedAt } = await call({
        url: `http://sound.example:${port}/`,
        headers: { n: `${n}` },
      });
      expect(error).toBeNull();
      times.push(endedAt - startedAt);
    }
    expect(times.sort((a, b) => a - b)[98]).toBeLessThan(2_000);
    const ended = await Promise.all(dead);
    expect(ended.every(({ error }) => error === 'dns_failed')).toBe(true);
    expect(ended[0]?.explanation).toBe('the name server did not respond');
  },
);

test('a name server that is dead for one address family does not delay a call for long', async () => {
  const { resolver } = await aDeadNameServer();
  const resolve = makeHostResolver({
    makeLookup: () => ({
      resolve4: () => Promise.resolve(['192.0.2.1']),
      resolve6: (name) => resolver.resolve6(name),
    }),
  });
  const began = performance.now();
  expect(await resolve('half.example')).toEqual(['192.0.2.1']);
  expect(performance.now() - began).toBeLessThan(5_500);
});
