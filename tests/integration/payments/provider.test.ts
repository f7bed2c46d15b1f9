import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { partsOf, readDescription, type Shaped } from '#dev/payments/mock/description.ts';
import { findMock } from '#dev/payments/mock/find-mock.ts';
import { freePort } from '#dev/ports.ts';
import { changePlan, previewPlanChange } from '#server/billing/change-plan.server.ts';
import { createPortalSession } from '#server/billing/checkout/create-portal-session.server.ts';
import { startCheckout } from '#server/billing/checkout/start-checkout.server.ts';
import { closeCustomer } from '#server/billing/close-customer.server.ts';
import { refundSubscription } from '#server/billing/refund-subscription.server.ts';
import { setRenewal } from '#server/billing/set-renewal.server.ts';
import { aUser } from '#tests/integration/makers.ts';
import { aBuyer, cards, secretKey, withPayments } from './payments.ts';

// Our requests are checked against the provider's own mock server, and the fake Stripe's responses and webhooks against
// the provider's description of its API: so neither of the two can drift from the real one.

const payments = withPayments();
let mock: { url: string; description: string; process: ChildProcess } | undefined;

beforeAll(async () => {
  mock = await startMock().catch((error: unknown) => {
    console.warn(`Skipped: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  });
  await liveThrough();
}, 300_000);

afterAll(() => void mock?.process.kill());

/** Every call our code makes, in one life of a subscription. */
async function liveThrough(): Promise<void> {
  const actor = {};
  const user = await aBuyer();
  await payments.takeAll();
  const userId = user.id;
  await createPortalSession({ userId });
  await setRenewal({ userId, isRenewed: false, actor });
  await setRenewal({ userId, isRenewed: true, actor });
  payments.fakeStripe().advance(14);
  await payments.takeAll();
  const { at } = await previewPlanChange({ userId, tier: 'ultimate' });
  await changePlan({ userId, tier: 'ultimate', at, actor });
  await refundSubscription({ userId, actor });
  const other = await aUser({ tier: 'free', firstName: 'Ada', lastName: 'Lovelace' });
  await startCheckout({ userId: other.id, tier: 'premium' });
  await startCheckout({ userId: other.id, tier: 'ultimate' });
  await closeCustomer({ userId: other.id });
  await aBuyer({ card: cards.fails });
  payments.fakeStripe().advance(60);
  await payments.takeAll();
}

async function startMock() {
  const { program, description } = await findMock();
  const port = await freePort();
  const secure = await freePort({ from: port + 1 });
  const addresses = ['-http-addr', `127.0.0.1:${port}`, '-https-addr', `127.0.0.1:${secure}`];
  const process = spawn(program, addresses, { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries += 1) {
    const response = await fetch(`${url}/v1/customers`, { headers }).catch(() => undefined);
    if (response?.ok) return { url, description, process };
    await sleep(100);
  }
  process.kill();
  throw new Error('The mock server did not start.');
}

const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/x-www-form-urlencoded' };

const expectedEndpoints = [
  'DELETE /v1/customers/:id',
  'DELETE /v1/subscriptions/:id',
  'GET /v1/billing_portal/configurations',
  'GET /v1/checkout/sessions',
  'GET /v1/invoices',
  'GET /v1/prices',
  'GET /v1/products/:id',
  'GET /v1/subscriptions',
  'GET /v1/subscriptions/:id',
  'POST /v1/billing_portal/configurations',
  'POST /v1/billing_portal/sessions',
  'POST /v1/checkout/sessions',
  'POST /v1/checkout/sessions/:id/expire',
  'POST /v1/customers',
  'POST /v1/invoices/create_preview',
  'POST /v1/prices',
  'POST /v1/products',
  'POST /v1/refunds',
  'POST /v1/subscriptions/:id',
];

test("the provider's mock server accepts every call of our code", async ({ skip }) => {
  if (!mock) return skip();
  const seen = new Set(payments.calls.map(({ method, endpoint }) => `${method} ${endpoint}`));
  expect([...seen].sort()).toEqual(expectedEndpoints);
  for (const { method, url, body } of payments.calls) {
    const response = await fetch(mock.url + url, { method, headers, ...(body && { body }) });
    expect(response.status, `${method} ${url} ${body}\n${await response.text()}`).toBe(200);
  }
  // The mock does check: a name unknown to the provider is refused.
  const wrong = await fetch(`${mock.url}/v1/customers`, { method: 'POST', headers, body: 'colour=red' });
  expect(wrong.status).toBe(400);
});

test('a response is repeated for its key, and a key is refused for another call', async () => {
  const { url } = payments.fakeStripe();
  const create = (body: string) =>
    fetch(`${url}/v1/customers`, { method: 'POST', headers: { ...headers, 'idempotency-key': 'k1' }, body });
  const first = await create('email=a@example.com');
  const again = await create('email=a@example.com');
  expect([again.headers.get('idempotent-replayed'), await again.text()]).toEqual([
    'true',
    await first.text(),
  ]);
  expect((await create('email=b@example.com')).status).toBe(400);
  const forged = { ...headers, authorization: 'Bearer sk_test_another' };
  expect((await fetch(`${url}/v1/prices`, { headers: forged })).status).toBe(401);
  expect((await fetch(`${url}/v1/charges`, { headers })).status).toBe(404);
});

test("every response and event of the fake Stripe matches the provider's OpenAPI description", async ({
  skip,
}) => {
  if (!mock) return skip();
  const errorOf = await readDescription(mock.description);
  const responded = payments.calls.filter(({ status }) => status === 200).map(({ response }) => response);
  const reported = payments.fakeStripe().books.ledger.records.events.map(({ body }) => body);
  const kinds = new Set<string>();
  for (const text of [...responded, ...reported]) {
    for (const part of partsOf(JSON.parse(text) as Shaped)) {
      kinds.add(part.object);
      expect([part.object, errorOf(part)]).toEqual([part.object, null]);
    }
  }
  expect([...kinds].sort()).toEqual(
    [
      ...['billing_portal.configuration', 'billing_portal.session', 'checkout.session', 'customer', 'event'],
      ...['invoice', 'price', 'product', 'refund', 'subscription'],
    ].sort(),
  );
  const [subscription] = payments.calls.filter(({ endpoint }) => endpoint === '/v1/subscriptions/:id');
  const broken = { ...(JSON.parse(subscription?.response ?? '{}') as Shaped), status: 'paid' };
  expect(errorOf(broken)).not.toBeNull();
}, 120_000);
