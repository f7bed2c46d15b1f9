import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, vi } from 'vitest';
import { jobInput } from '#domain/job/job.ts';
import { aCertificate } from '../integration/outbound/certificate.ts';
import { aClient, httpServer, rawServer, tlsServer } from '../integration/outbound/network.ts';
import { testCases } from './cases.ts';
import { evaluate, response, runJob } from './outbound-kit.ts';

vi.setConfig({ testTimeout: 30_000 });
beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgres://unused');
  vi.stubEnv('LOG_LEVEL', 'silent');
});

const unescape = (text: string) => text.replaceAll('\\r', '\r').replaceAll('\\n', '\n');

/** Delay after the end of an attempt with such a Retry-After. */
async function waitOf(retryAfter: string, now = Date.now()): Promise<number> {
  const reply = response({
    body: '',
    status: '429 Too Many Requests',
    headers: { 'retry-after': retryAfter },
  });
  const { result } = await runJob({ response: reply });
  const { retryAt } = await evaluate({ result: { ...result, endedAt: now } });
  return (retryAt ?? NaN) - now;
}

testCases('http-target', {
  'http-target-03': async ({ input }) => {
    const result = unescape(String(input.answer));
    const plain = await runJob({ response: result });
    expect(plain).toMatchObject({ isSuccess: true, result: { response: { body: '{"ok":true}' } } });
    expect(plain.verdict).toContain('Content-Encoding says gzip, but the body could not be decoded');
    const call = { successCriterion: 'body_match', successRegex: '"ok":true' } as const;
    expect(await runJob({ response: result, call })).toMatchObject({ isSuccess: true });
    const missed = await runJob({ response: result, call: { ...call, successRegex: 'done' } });
    expect(missed).toMatchObject({ errorCode: 'pattern_missing' });
    expect(missed.verdict).toContain('could not be decoded');
  },
  'http-target-08': async ({ input }) => {
    const result = unescape(String(input.answer)).replace(' (close)', '');
    const ended = await runJob({ response: (socket) => socket.end(result) });
    expect(ended).toMatchObject({
      isSuccess: true,
      result: { response: { body: 'ok', isTruncated: false } },
    });
  },
  'http-target-09': async () => {
    const seen: string[] = [];
    const idle = await httpServer((request, reply) => {
      seen.push(request.url ?? '');
      request.socket.setTimeout(60);
      request.socket.on('timeout', () => request.socket.end());
      reply.setHeader('keep-alive', 'timeout=59').end('ok');
    });
    const finished = await rawServer((socket, request) => {
      seen.push(/^POST (\S+)/.exec(request)?.[1] ?? '');
      socket.end(response({ body: 'ok' }));
    });
    const call = aClient();
    const paths = Array.from({ length: 12 }, (_, n) => `/${n}`);
    for (const [n, path] of paths.entries()) {
      const port = n % 2 ? idle : finished;
      const url = `http://target.example:${port}${path}`;
      expect(await call({ url, method: 'POST', payload: 'x' })).toMatchObject({
        error: null,
        response: { statusCode: 200 },
      });
      // About as long as the connection waits: the next call of this server leaves when it closes.
      await sleep(30);
    }
    expect(seen).toEqual(paths);
  },
  'http-target-10': async () => {
    const now = Math.floor(Date.now() / 1_000) * 1_000;
    const at = new Date(now + 90_000);
    const [day = '', date = '', month = '', year = '', time = ''] = at.toUTCString().split(/,? /);
    const days = { Sun: 'Sunday', Mon: 'Monday', Tue: 'Tuesday', Wed: 'Wednesday', Thu: 'Thursday' };
    const long = { ...days, Fri: 'Friday', Sat: 'Saturday' }[day];
    const forms = [
      at.toUTCString(),
      `${long}, ${date}-${month}-${year.slice(2)} ${time} GMT`,
      `${day} ${month} ${String(Number(date)).padStart(2)} ${time} ${year}`,
    ];
    for (const form of forms) expect(await waitOf(form, now)).toBe(90_000);
    expect(await waitOf(new Date(now + 7_200_000).toUTCString(), now)).toBe(3_600_000);
  },
  'http-target-11': async () => {
    const past = new Date(Date.now() - 60_000).toUTCString();
    for (const text of ['soon', '-1', 'Wed, 99 Foo 2026', past]) expect(await waitOf(text)).toBe(30_000);
    expect([30_000, 3_600_000]).toContain(await waitOf('1e9'));
    expect(await waitOf('1000000000')).toBe(3_600_000);
    expect(await waitOf('120')).toBe(120_000);
  },
  'http-target-13': async () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n';
    const once = await runJob({ response: hint + response({ body: 'ok' }).toString() });
    expect(once).toMatchObject({ isSuccess: true, result: { response: { statusCode: 200, body: 'ok' } } });
    const endless = await runJob({
      request: { timeoutMs: 500 },
      response: (socket) => {
        const timer = setInterval(() => socket.write(hint), 100);
        socket.on('close', () => clearInterval(timer));
      },
    });
    expect(endless).toMatchObject({ errorCode: 'timeout', result: { response: null } });
  },
  'http-target-14': async () => {
    const host = 'secure.example';
    const leaf = aCertificate({ host, issuer: 'Intermediate CA' });
    const port = await tlsServer(leaf);
    const result = await aClient({ ca: aCertificate({ host }).cert })({ url: `https://${host}:${port}/` });
    expect(result).toMatchObject({ error: 'tls_failed', response: null });
    const { retryAt, verdict } = await evaluate({ result });
    expect(retryAt).toBeNull();
    expect(verdict).toContain('the issuer of the certificate is unknown');
  },
  'http-target-15': async () => {
    const port = await httpServer((_, reply) => reply.end('ok'));
    // Nothing listens on the other addresses of the loopback net.
    for (const addresses of [
      ['127.0.0.1', '100::1'],
      ['100::1', '127.0.0.1'],
      ['127.0.0.9', '127.0.0.1'],
    ]) {
      const call = aClient({ names: { 'target.example': addresses }, isPublic: () => true });
      const { error, startedAt, endedAt } = await call({ url: `http://target.example:${port}/` });
      expect(error).toBeNull();
      expect(endedAt - startedAt).toBeLessThan(3_000);
    }
  },
  'http-target-17': ({ input }) => {
    const webhookURL = /https:\S+/.exec(String(input.answer))?.[0];
    expect(jobInput.safeParse({ name: 'x', webhookURL, cronExpression: null }).success).toBe(true);
  },
  // tests/integration/outbound/bodies.test.ts covers their storage, lists and exports.
  'http-target-20': async () => {
    const escaped = '{"a":"x\\u0000y"}';
    expect(await runJob({ response: response({ body: escaped }) })).toMatchObject({
      ...{ isSuccess: true, result: { response: { body: escaped, isBinary: false } } },
    });
    const raw = response({ body: 'a\0b', headers: { 'content-type': 'text/plain' } });
    expect(await runJob({ response: raw })).toMatchObject({
      ...{ isSuccess: true, result: { response: { body: 'a\ufffdb' } } },
    });
  },
  'http-target-22': async ({ input }) => {
    const { hex = '', pattern = '' } =
      /body (?<hex>[\dA-F ]+); criterion body_match (?<pattern>.+)$/.exec(String(input.answer))?.groups ?? {};
    const result = response({ body: Buffer.from(hex.replaceAll(' ', ''), 'hex') });
    const call = { successCriterion: 'body_match', successRegex: pattern } as const;
    expect(await runJob({ response: result, call })).toMatchObject({
      ...{ isSuccess: true, result: { response: { body: '{"ok":1}' } } },
    });
  },
});
