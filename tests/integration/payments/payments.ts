import { beforeAll, afterAll } from 'vitest';
import type { SeenCall } from '#dev/payments/api/asked.ts';
import { type FakeStripe, startPayments } from '#dev/payments/fake-stripe.ts';
import type { PaidTier } from '#domain/plan.ts';
import { startCheckout } from '#server/billing/checkout/start-checkout.server.ts';
import { publishPrices } from '#server/billing/publish-prices.server.ts';
import { takePaymentEvent } from '#server/billing/take-payment-event.server.ts';
import { db } from '#server/database/db.server.ts';
import type { User } from '#server/generated/client.ts';
import { aUser } from '#tests/integration/makers.ts';

/** In the format of the provider's mock server. */
export const secretKey = 'sk_test_oftests';
export const webhookSecret = 'whsec_of_tests';

export const cards = { pays: '4242424242424242', declines: '4000000000000002', fails: '4000000000000341' };

export interface Payments {
  fakeStripe: () => FakeStripe;
  /** Every call to the provider's API, as sent. */
  calls: SeenCall[];
  /** Webhooks not delivered yet, oldest first. */
  unreported: () => { id: string; type: string; body: string }[];
  /** Delivers all events. */
  takeAll: () => Promise<void>;
}

/** A fake Stripe for a test file; its webhooks wait until the test takes them. */
export function withPayments(): Payments {
  let running: FakeStripe | undefined;
  const calls: SeenCall[] = [];
  const taken = new Set<string>();
  const fakeStripe = () => {
    if (!running) throw new Error('The stand-in does not run yet.');
    return running;
  };
  beforeAll(async () => {
    running = await startPayments({
      secretKey,
      webhookSecret,
      receiver: '',
      onCall: (call) => calls.push(call),
    });
    Object.assign(process.env, {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: running.url,
    });
    await publishPrices();
  });
  afterAll(() => running?.stop());
  const unreported = () => fakeStripe().books.ledger.records.events.filter(({ id }) => !taken.has(id));
  return {
    fakeStripe,
    calls,
    unreported,
    takeAll: async () => {
      for (const event of unreported()) {
        taken.add(event.id);
        await takeEvent(event.body);
      }
    },
  };
}

const request = { id: 'r', ip: '127.0.0.1', userAgent: 'test' };

/** Delivers an event to the product as the provider would, signed now. */
export async function takeEvent(body: string, signature?: string) {
  const { default: Stripe } = await import('stripe');
  const signed =
    signature ?? Stripe.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret });
  return takePaymentEvent({ body: Buffer.from(body), signature: signed, path: '/webhooks/stripe', request });
}

/** Chooses a card on the page of a checkout and sends it. */
export function pay({ url, card = cards.pays }: { url: string; card?: string }): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams({ card }), redirect: 'manual' });
}

/** An account after a checkout, without a webhook so far. */
export async function aBuyer({
  tier = 'premium',
  card,
  user: given,
}: {
  tier?: PaidTier;
  card?: string;
  user?: User;
} = {}): Promise<User> {
  const user = given ?? (await aUser({ tier: 'free' }));
  const { url } = await startCheckout({ userId: user.id, tier });
  const response = await pay({ url, ...(card !== undefined && { card }) });
  if (response.status !== 303) throw new Error(`The checkout answered ${response.status}.`);
  return user;
}

export const tierOf = async ({ id }: { id: number }) =>
  (await db().user.findUniqueOrThrow({ where: { id } })).tier;

export const rowOf = ({ id }: { id: number }) =>
  db().subscription.findUniqueOrThrow({ where: { userId: id } });

/** Plan events of an account in the security log, oldest first. */
export const planEvents = async ({ id }: { id: number }) =>
  (
    await db().securityEvent.findMany({
      where: { subjectId: id, code: { in: ['tier_changed', 'stripe_stale'] } },
      orderBy: { id: 'asc' },
    })
  ).map(({ message }) => message);
