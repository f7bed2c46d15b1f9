import { Agent, request } from 'undici';

/** Connections that stay open between instants; more of them only wait for each other on two cores. */
const agent = new Agent({ connections: 128, pipelining: 1, keepAliveTimeout: 90_000 });

/** Sends the product's request, without its outbound guard, ledger or phases. */
export async function call({ url, instant }: { url: string; instant: number }): Promise<number> {
  const response = await request(url, {
    dispatcher: agent,
    method: 'POST',
    headers: {
      authorization: 'Bearer of-a-usual-length-0123456789',
      'content-type': 'application/json',
      'idempotency-key': `fire_${instant}`,
      'webhook-id': `fire_${instant}`,
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'x-punctual-attempt': '1',
      'x-punctual-scheduled-for': new Date(instant).toISOString(),
      'x-punctual-trigger': 'schedule',
      'user-agent': 'Bench/1.0',
    },
    body: JSON.stringify({ hello: 'world' }),
  });
  await response.body.text();
  return response.statusCode;
}
