import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect } from 'vitest';
import { makeSigningSecret } from '#server/signing/make-signing-secret.server.ts';
import { callOut } from '#worker/call-out.ts';
import { aCall } from '../../cases/outbound-kit.ts';
import { testCases } from '../../cases/cases.ts';
import { aUser } from '../makers.ts';

/** Responds 503 with Retry-After to the first request, then 200. */
const arrivals: { headers: Record<string, string>; body: Buffer }[] = [];
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    arrivals.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(parts) });
    response.writeHead(arrivals.length % 2 ? 503 : 200, { 'retry-after': '600' }).end('noted');
  });
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
process.env['OUTBOUND_ALLOW_TARGETS'] = authority;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const { signal } = new AbortController();

async function aSignedCall(payload: string) {
  const owner = await aUser();
  const secret = await makeSigningSecret({ owner: { id: owner.id, tier: owner.tier } });
  const call = aCall({
    ...{ ownerId: owner.id, url: `http://${authority}/`, method: 'POST', payload, isSigned: true },
    ...{ retryCount: 1, webhookId: `fire_7_${Math.floor(Date.now() / 1_000)}` },
  });
  return { call, secret };
}

testCases('signing', {
  'signing-01': async ({ input }) => {
    arrivals.length = 0;
    const payload = String(input.payload);
    const { call, secret } = await aSignedCall(payload);
    await callOut({ call, signal });
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = arrivals;
    expect(body).toEqual(Buffer.from(payload));
    expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(secret).verify(JSON.stringify(JSON.parse(payload)), headers)).toThrow();
  },
  'signing-02': async () => {
    arrivals.length = 0;
    const { call, secret } = await aSignedCall('{"n": 1}');
    const first = await callOut({ call, signal });
    expect((first.retryAt ?? 0) - first.endedAt).toBe(600_000);
    // A second later, so that the retry has a different timestamp.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await callOut({ call: { ...call, attempt: 2 }, signal })).toMatchObject({ isSuccess: true });
    const [before, after] = arrivals;
    expect(after?.headers['webhook-id']).toBe(before?.headers['webhook-id']);
    expect(Number(after?.headers['webhook-timestamp'])).toBeGreaterThan(
      Number(before?.headers['webhook-timestamp']),
    );
    for (const { headers, body } of arrivals)
      expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  },
});
