import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { aClient } from '#tests/integration/api/api.ts';
import { aUser } from '#tests/integration/makers.ts';
import { origin, startWeb, type TestWeb } from '#tests/integration/web/web.ts';
import { pay, tierOf, webhookSecret, withPayments } from './payments.ts';

const payments = withPayments();
let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

const settings = `${origin}/dashboard/settings`;
const checkout = {
  tier: 'premium',
  success_url: `${settings}?success=true`,
  cancel_url: `${settings}?canceled=true`,
};

interface ParsedResponse {
  subscription: Record<string, unknown>;
}

function hook({ body, signature }: { body: string; signature?: string }): Promise<Response> {
  const signed =
    signature ?? Stripe.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret });
  return web.ask('/webhooks/stripe', { method: 'POST', body, headers: { 'stripe-signature': signed } });
}

test('POST checkout returns where to pay; the webhook grants the plan, the return page does not, and cancel cancels', async () => {
  const client = await aClient({ web, kind: 'token', user: { tier: 'free' } });
  const none = await client.ask<ParsedResponse>('GET /subscriptions/current');
  expect(none.body.data.subscription).toEqual({
    status: 'none',
    tier: 'free',
    current_period_start: null,
    current_period_end: null,
    cancel_at_period_end: false,
    trial_end: null,
    next_payment_attempt: null,
    refundable_until: null,
    paused_jobs: [],
  });
  const { status, body } = await client.ask<{ checkout_url: string }>('POST /subscriptions/checkout', {
    body: checkout,
  });
  expect(status).toBe(200);
  const paid = await pay({ url: body.data.checkout_url });
  expect(paid.headers.get('location')).toBe(checkout.success_url);
  expect(await tierOf(client.user)).toBe('free');
  for (const event of payments.unreported()) {
    const response = await hook(event);
    expect([response.status, await response.json()]).toEqual([200, { received: true, taken: 'applied' }]);
  }
  const trialing = await client.ask<ParsedResponse>('GET /subscriptions/current');
  expect(trialing.body.data.subscription).toMatchObject({
    status: 'trialing',
    tier: 'premium',
    cancel_at_period_end: false,
  });
  const again = await client.ask('POST /subscriptions/checkout', { body: checkout });
  expect([again.status, again.body.error?.type]).toEqual([409, 'conflict']);
  const cancelled = await client.ask<ParsedResponse>('POST /subscriptions/cancel');
  expect(cancelled.body.data.subscription).toMatchObject({ tier: 'premium', cancel_at_period_end: true });
});

test('a checkout may return only to the Settings page, and a wrong URL is named', async () => {
  const client = await aClient({ web, kind: 'token', user: { tier: 'free' } });
  const bad: [string, Record<string, unknown>][] = [
    ['success_url', { success_url: 'https://evil.example/dashboard/settings?success=true' }],
    ['success_url', { success_url: `${settings}?success=true#x` }],
    ['success_url', { success_url: checkout.cancel_url }],
    ['success_url', { success_url: undefined }],
    ['cancel_url', { cancel_url: settings }],
    ['cancel_url', { cancel_url: `${settings}/../../?canceled=true` }],
    ['tier', { tier: 'free' }],
    ['tier', { tier: undefined }],
  ];
  for (const [field, given] of bad) {
    const { status, body } = await client.ask('POST /subscriptions/checkout', {
      body: { ...checkout, ...given },
    });
    expect([status, Object.keys(body.error?.details ?? {})], JSON.stringify(given)).toEqual([400, [field]]);
  }
});

test('canceling without a subscription is a conflict', async () => {
  const client = await aClient({ web, kind: 'token', user: { tier: 'free' } });
  const { status, body } = await client.ask('POST /subscriptions/cancel');
  expect([status, body.error?.message]).toEqual([409, 'There is no subscription. Choose a plan first.']);
});

test('S17: the webhook returns 400 to unsigned events, 405 to other methods, 413 to large bodies', async () => {
  const body = '{"id":"evt_forged","object":"event"}';
  const stale = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: webhookSecret,
    timestamp: Math.floor(Date.now() / 1000) - 302,
  });
  for (const signature of ['', 't=1,v1=00', stale]) {
    const response = await hook({ body, signature });
    const { error } = (await response.json()) as { error: { type: string } };
    expect([response.status, error.type]).toEqual([400, 'validation_error']);
  }
  const unsigned = await web.ask('/webhooks/stripe', { method: 'POST', body });
  expect(unsigned.status).toBe(400);
  expect(await db().securityEvent.count({ where: { code: 'stripe_bad_signature' } })).toBe(4);
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const response = await web.ask('/webhooks/stripe', { method });
    expect([response.status, response.headers.get('allow')], method).toEqual([405, 'POST']);
  }
  expect((await hook({ body: 'x'.repeat(1_100_000) })).status).toBe(413);
});

test('if the provider does not respond, its event gets a 500, so that it is sent again', async () => {
  const { id: userId } = await aUser();
  await db().subscription.create({
    data: { userId, status: 'active', stripeCustomerId: 'cus_that_it_does_not_know' },
  });
  const body = JSON.stringify({
    ...{ id: 'evt_early', object: 'event', type: 'invoice.paid', created: 1 },
    data: { object: { customer: 'cus_that_it_does_not_know' } },
  });
  expect((await hook({ body })).status).toBe(500);
  expect(await db().paymentEvent.count({ where: { id: 'evt_early' } })).toBe(0);
});
