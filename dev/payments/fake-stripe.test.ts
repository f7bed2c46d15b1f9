import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterEach, expect, test } from 'vitest';
import type { SeenCall } from '#dev/payments/api/asked.ts';
import { partsOf, readDescription, type Shaped } from '#dev/payments/mock/description.ts';
import { findMock } from '#dev/payments/mock/find-mock.ts';
import { type FakeStripe, startPayments } from './fake-stripe.ts';

const secretKey = 'sk_test_1';
const webhookSecret = 'whsec_1';
const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function aFakeStripe({
  receiver = '',
  home,
  onCall,
}: { receiver?: string; home?: string; onCall?: (call: SeenCall) => void } = {}) {
  const fakeStripe = await startPayments({
    secretKey,
    webhookSecret,
    receiver,
    ...(home !== undefined && { home }),
    ...(onCall && { onCall }),
  });
  closing.push(fakeStripe.stop);
  const { hostname, port } = new URL(fakeStripe.url);
  const stripe = new Stripe(secretKey, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  });
  return { fakeStripe, stripe };
}

async function aCustomer({ stripe, trialDays = 0 }: { stripe: Stripe; trialDays?: number }) {
  await stripe.products.create({ id: 'plan', name: 'Plan' });
  const prices = [300, 500].map((unit_amount) =>
    stripe.prices.create({ product: 'plan', currency: 'usd', unit_amount, recurring: { interval: 'month' } }),
  );
  const [small = '', large = ''] = (await Promise.all(prices)).map(({ id }) => id);
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
  const subscription = await stripe.subscriptions.create({
    ...{ customer, items: [{ price: small }] },
    ...(trialDays > 0 && { trial_period_days: trialDays }),
  });
  return { customer, subscription, small, large };
}

const typesOf = ({ books }: FakeStripe) => books.ledger.records.events.map(({ type }) => type);

test('a trial sends its notice three days before its end, then is paid and renewed each month', async () => {
  const { fakeStripe, stripe } = await aFakeStripe();
  const { subscription } = await aCustomer({ stripe, trialDays: 14 });
  const statusNow = async () => (await stripe.subscriptions.retrieve(subscription.id)).status;
  expect(subscription.status).toBe('trialing');
  fakeStripe.advance(10);
  expect(typesOf(fakeStripe)).toEqual(['customer.subscription.created', 'invoice.paid']);
  fakeStripe.advance(1.5);
  expect(typesOf(fakeStripe).at(-1)).toBe('customer.subscription.trial_will_end');
  fakeStripe.advance(3);
  expect([await statusNow(), typesOf(fakeStripe).slice(-2)]).toEqual([
    'active',
    ['customer.subscription.updated', 'invoice.paid'],
  ]);
  fakeStripe.advance(62);
  const invoices = Object.values(fakeStripe.books.ledger.records.invoices);
  expect(invoices.map(({ paidCents }) => paidCents)).toEqual([0, 300, 300, 300]);
});

test('a change in the middle of a month costs half, and a change back is credited to the next invoice', async () => {
  const { fakeStripe, stripe } = await aFakeStripe();
  const { customer, subscription, small, large } = await aCustomer({ stripe });
  const { periodStart, periodEnd } = fakeStripe.books.ledger.records.subscriptions[subscription.id] ?? {
    periodStart: 0,
    periodEnd: 0,
  };
  const item = subscription.items.data[0]?.id ?? '';
  fakeStripe.advance((periodEnd - periodStart) / 86_400 / 2);
  const change = (price: string) => ({
    items: [{ id: item, price }],
    proration_behavior: 'always_invoice' as const,
  });
  const preview = await stripe.invoices.createPreview({
    customer,
    subscription: subscription.id,
    subscription_details: change(large),
  });
  expect([preview.total, preview.amount_due]).toEqual([100, 100]);
  await stripe.subscriptions.update(subscription.id, change(large));
  await stripe.subscriptions.update(subscription.id, change(small));
  fakeStripe.advance(31);
  const invoices = Object.values(fakeStripe.books.ledger.records.invoices);
  expect(invoices.map(({ paidCents }) => paidCents)).toEqual([300, 100, 0, 200]);
  expect(Object.values(fakeStripe.books.ledger.records.customers)[0]?.balanceCents).toBe(0);
});

test('its state, including responses stored for idempotency keys, survives a restart', async () => {
  const home = await mkdtemp(join(tmpdir(), 'punctual-payments-'));
  closing.push(() => rm(home, { recursive: true }));
  const first = await aFakeStripe({ home });
  const made = await first.stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'k' });
  first.fakeStripe.advance(3);
  await first.fakeStripe.stop();
  const second = await aFakeStripe({ home });
  const again = await second.stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'k' });
  expect(again.id).toBe(made.id);
  expect(second.fakeStripe.books.ledger.now() - Date.now() / 1000).toBeGreaterThan(2.9 * 86_400);
});

test('webhooks are signed as the library expects and repeated until they are accepted', async () => {
  const got: { body: string; signature: string }[] = [];
  const { receiver, refuse } = await aReceiver((one) => got.push(one));
  refuse(1);
  const { fakeStripe, stripe } = await aFakeStripe({ receiver });
  await aCustomer({ stripe });
  await fakeStripe.books.events.settled();
  const events = got.map(({ body, signature }) =>
    stripe.webhooks.constructEvent(body, signature, webhookSecret),
  );
  expect(events.map(({ type }) => type).sort()).toEqual(['customer.subscription.created', 'invoice.paid']);
  expect(fakeStripe.books.ledger.records.events.map(({ tries }) => tries).sort()).toEqual([1, 2]);
  expect(() =>
    stripe.webhooks.constructEvent(got[0]?.body ?? '', got[0]?.signature ?? '', 'whsec_2'),
  ).toThrow();
});

test('each page says that it is a test, and the overview advances the clock', async () => {
  const { fakeStripe } = await aFakeStripe();
  const overview = await (await fetch(fakeStripe.url)).text();
  expect(overview).toContain('Test mode: a stand-in for the payment provider. No money moves');
  const body = JSON.stringify({ days: 2 });
  const put = (text: string) =>
    fetch(`${fakeStripe.url}/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: text,
    });
  const { now } = (await (await put(body)).json()) as { now: string };
  expect(Date.parse(now) - Date.now()).toBeGreaterThan(1.9 * 86_400_000);
  expect((await put('{"days":-1}')).status).toBe(400);
});

/** Receives webhooks; refuses the first ones, as many as requested. */
async function aReceiver(take: (one: { body: string; signature: string }) => void) {
  let refused = 0;
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      refused -= 1;
      if (refused < 0) take({ body, signature: String(request.headers['stripe-signature']) });
      response.writeHead(refused < 0 ? 200 : 500).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(() => new Promise<void>((closed) => server.close(() => closed())));
  const receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { receiver, refuse: (count: number) => (refused = count) };
}

test("its responses and events match the provider's OpenAPI description", async ({ skip }) => {
  const found = await findMock().catch(() => undefined);
  if (!found) return skip();
  const errorOf = await readDescription(found.description);
  const responses: string[] = [];
  const { fakeStripe, stripe } = await aFakeStripe({
    onCall: ({ response }) => responses.push(response),
  });
  const { customer, subscription, small } = await aCustomer({ stripe, trialDays: 14 });
  const session = await stripe.checkout.sessions.create({
    ...{ mode: 'subscription', customer, line_items: [{ price: small, quantity: 1 }] },
    ...{ success_url: 'http://127.0.0.1/yes', cancel_url: 'http://127.0.0.1/no' },
  });
  await stripe.checkout.sessions.expire(session.id);
  await stripe.billingPortal.configurations.create({ features: { invoice_history: { enabled: true } } });
  await stripe.billingPortal.sessions.create({ customer });
  fakeStripe.advance(14);
  for (const one of Object.values(fakeStripe.books.ledger.records.customers))
    one.card = { kind: 'fails', last4: '0341' };
  fakeStripe.advance(40);
  await stripe.subscriptions.list({ customer, status: 'all', expand: ['data.latest_invoice'] });
  const invoices = await stripe.invoices.list({ customer, status: 'paid', expand: ['data.payments'] });
  const intent = invoices.data.flatMap(({ payments }) => payments?.data ?? [])[0]?.payment.payment_intent;
  await stripe.refunds.create({ payment_intent: typeof intent === 'string' ? intent : '' });
  await stripe.customers.del(customer);
  const reported = fakeStripe.books.ledger.records.events.map(({ body }) => body);
  const kinds = new Set<string>();
  for (const part of [...responses, ...reported].flatMap((text) => partsOf(JSON.parse(text) as Shaped))) {
    kinds.add(part.object);
    expect([part.object, errorOf(part)]).toEqual([part.object, null]);
  }
  expect([...kinds].sort()).toEqual([
    ...['billing_portal.configuration', 'billing_portal.session', 'checkout.session', 'customer', 'event'],
    ...['invoice', 'price', 'product', 'refund', 'subscription'],
  ]);
  expect(errorOf({ ...JSON.parse(JSON.stringify(subscription)), status: 'paid' } as Shaped)).not.toBeNull();
}, 120_000);
