import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { applySubscription } from '#server/billing/apply-subscription.server.ts';
import { refreshSubscription } from '#server/billing/refresh-subscription.server.ts';
import { seeSubscription } from '#server/billing/see-subscription.server.ts';
import { setRenewal } from '#server/billing/set-renewal.server.ts';
import { db } from '#server/database/db.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { endSubscriptions } from '#server/maintenance/end-subscriptions.server.ts';
import { reconcilePayments } from '#server/maintenance/reconcile-payments.server.ts';
import { lockOwnerRow } from '#tests/integration/lock-owner-row.ts';
import { aSavedJob, aUser } from '#tests/integration/makers.ts';
import { fc } from '#tests/property.ts';
import { aBuyer, planEvents, rowOf, takeEvent, tierOf, webhookSecret, withPayments } from './payments.ts';

const payments = withPayments();
const records = () => payments.fakeStripe().books.ledger.records;
const place = { isStopping: () => false };

/** The undelivered events of a checkout. */
async function aBuyersEvents(tier: 'premium' | 'ultimate' = 'premium') {
  await payments.takeAll();
  const user = await aBuyer({ tier });
  return { user, events: payments.unreported() };
}

const anEvent = (given: object) =>
  JSON.stringify({
    ...{ id: `evt_${crypto.randomUUID()}`, object: 'event', created: 1, livemode: false },
    ...given,
  });

const storedTimes = (id: string) => db().paymentEvent.count({ where: { id } });

test('S17: an event that is forged, altered, unsigned, signed by another or stale is refused, and logged as suspicious', async () => {
  const { user, events } = await aBuyersEvents();
  const body = events[0]?.body ?? '';
  const sign = (options: { payload?: string; secret?: string; timestamp?: number }) =>
    Stripe.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret, ...options });
  const seconds = Math.floor(Date.now() / 1000);
  const bad: Record<string, string> = {
    unsigned: '',
    nonsense: 't=1,v1=00',
    'by another secret': sign({ secret: 'whsec_another' }),
    'of another body': sign({ payload: '{}' }),
    'of an older scheme': sign({}).replace('v1=', 'v0='),
    '301 s old': sign({ timestamp: seconds - 302 }),
  };
  const before = await db().securityEvent.count({ where: { code: 'stripe_bad_signature' } });
  for (const [what, signature] of Object.entries(bad)) {
    await expect(takeEvent(body, signature), what).rejects.toMatchObject({ type: 'validation_error' });
  }
  await expect(
    takeEvent(body.replace('"livemode":false', '"livemode":true'), sign({})),
  ).rejects.toMatchObject({
    type: 'validation_error',
  });
  expect((await db().securityEvent.count({ where: { code: 'stripe_bad_signature' } })) - before).toBe(7);
  expect(await tierOf(user)).toBe('free');
  expect(await takeEvent(body, sign({ timestamp: seconds - 290 }))).toBe('applied');
  expect(await tierOf(user)).toBe('premium');
});

test('an event counts once: a replay has no effect', async () => {
  const { user, events } = await aBuyersEvents();
  for (const { body } of events) expect(await takeEvent(body)).toBe('applied');
  const after = await rowOf(user);
  for (const { body } of events) expect(await takeEvent(body)).toBe('duplicate');
  expect(await rowOf(user)).toEqual(after);
  expect(await planEvents(user)).toHaveLength(1);
});

test('the same event ten times at once is applied once', async () => {
  const { user, events } = await aBuyersEvents();
  const [event] = events;
  const gate = await lockOwnerRow({ ownerId: user.id });
  const deliveries = Array.from({ length: 10 }, () => takeEvent(event?.body ?? ''));
  // The first one waits for the account, the next one for the first, and the others for their turn.
  await gate.openOnceWaiting(2);
  const taken = await Promise.all(deliveries);
  expect(taken.sort()).toEqual(['applied', ...Array.from({ length: 9 }, () => 'duplicate')]);
  expect(await storedTimes(event?.id ?? '')).toBe(1);
  expect(await planEvents(user)).toHaveLength(1);
});

test('reading a subscription earlier than the applied state changes nothing, and is reported as stale', async () => {
  const { user, events } = await aBuyersEvents();
  await payments.takeAll();
  const { stripeCustomerId } = await rowOf(user);
  const customerId = stripeCustomerId ?? '';
  const older = await seeSubscription({ customerId });
  for (const one of Object.values(records().subscriptions))
    if (one.customer === customerId) one.status = 'canceled';
  await refreshSubscription({ customerId, cause: 'webhook' });
  expect(await tierOf(user)).toBe('free');
  const late = { ...older, seenAt: new Date(older.seenAt.getTime() - 1) };
  const applied = await inTransaction((client) =>
    applySubscription({ client, userId: user.id, seen: late, cause: 'webhook' }),
  );
  expect([applied, await tierOf(user)]).toEqual(['stale', 'free']);
  expect((await planEvents(user)).at(-1)).toMatch(/^A payment event came out of order\./);
  expect(events.length).toBeGreaterThan(1);
});

test('events without a plan, or of unknown customers, are stored and change nothing, without a request to the provider', async () => {
  const unknown = anEvent({ type: 'invoice.paid', data: { object: { customer: 'cus_of_another_product' } } });
  const stored = [
    anEvent({ type: 'radar.early_fraud_warning.created', data: { object: { customer: 'cus_1' } } }),
    anEvent({ type: 'invoice.paid', data: { object: {} } }),
  ];
  const asked = payments.calls.length;
  for (const body of stored) expect(await takeEvent(body)).toBe('stored');
  expect([await takeEvent(unknown), await takeEvent(unknown)]).toEqual(['unknown', 'duplicate']);
  expect(payments.calls.length).toBe(asked);
});

test('if the provider does not respond, its event is not accepted, so that it is sent again', async () => {
  const user = await aUser();
  await db().subscription.create({
    data: { userId: user.id, status: 'active', stripeCustomerId: `cus_lost_${user.id}` },
  });
  const body = anEvent({ type: 'invoice.paid', data: { object: { customer: `cus_lost_${user.id}` } } });
  await expect(takeEvent(body)).rejects.toMatchObject({ type: 'external_service_error' });
  expect(await storedTimes((JSON.parse(body) as { id: string }).id)).toBe(0);
});

test('an event that fails to be written leaves no trace, so that it can be sent again', async () => {
  const { user, events } = await aBuyersEvents();
  const [event] = events;
  await db().$executeRawUnsafe(`
    create function refuse_tier() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`);
  await db().$executeRawUnsafe(`
    create trigger refuse_tier before insert on "SecurityEvent" for each row
    when (new."code" = 'tier_changed') execute function refuse_tier()`);
  await expect(takeEvent(event?.body ?? '')).rejects.toThrow();
  expect([await storedTimes(event?.id ?? ''), await tierOf(user)]).toEqual([0, 'free']);
  await db().$executeRawUnsafe('drop trigger refuse_tier on "SecurityEvent"');
  expect(await takeEvent(event?.body ?? '')).toBe('applied');
  expect(await tierOf(user)).toBe('premium');
});

test('pressing a button never grants a higher plan, and does not keep the webhook from granting it', async () => {
  const { user, events } = await aBuyersEvents('ultimate');
  await takeEvent(events[0]?.body ?? '');
  await db().user.update({ where: { id: user.id }, data: { tier: 'premium' } });
  const actor = { id: user.id };
  const { stripeCustomerId } = await rowOf(user);
  const before = await seeSubscription({ customerId: stripeCustomerId ?? '' });
  await setRenewal({ userId: user.id, isRenewed: false, actor });
  expect(await tierOf(user)).toBe('premium');
  expect((await rowOf(user)).cancelAtPeriodEnd).toBe(true);
  await inTransaction((client) =>
    applySubscription({ client, userId: user.id, seen: before, cause: 'webhook' }),
  );
  expect(await tierOf(user)).toBe('ultimate');
});

test('a customer who left the checkout keeps the current plan', async () => {
  const user = await aUser({ tier: 'premium' });
  const { startCheckout } = await import('#server/billing/checkout/start-checkout.server.ts');
  await startCheckout({ userId: user.id, tier: 'ultimate' });
  await reconcilePayments(place);
  expect(await tierOf(user)).toBe('premium');
});

test("jobs beyond a lower plan's limit are paused in the same transaction: with 60 jobs, the newest 50", async () => {
  const { user } = await aBuyersEvents('ultimate');
  await payments.takeAll();
  const ids: number[] = [];
  for (let made = 0; made < 60; made += 1) ids.push((await aSavedJob({ owner: user })).id);
  await setRenewal({ userId: user.id, isRenewed: false, actor: {} });
  payments.fakeStripe().advance(15);
  await payments.takeAll();
  const jobs = await db().job.findMany({ where: { ownerId: user.id }, orderBy: { id: 'asc' } });
  expect(jobs.filter(({ status }) => status === 'active').map(({ id }) => id)).toEqual(ids.slice(0, 10));
  expect(jobs.at(-1)?.pauseReason).toBe('Your plan allows 10 jobs: the newest ones above that were paused.');
  expect((await planEvents(user)).at(-1)).toBe(
    'A plan was changed. (from ultimate, to free, jobs paused 50, status canceled, by webhook)',
  );
});

test('the nightly reconciliation reads what lost events would have changed', async () => {
  const { user } = await aBuyersEvents();
  expect(await tierOf(user)).toBe('free');
  expect(await reconcilePayments(place)).toBeGreaterThan(0);
  expect(await tierOf(user)).toBe('premium');
  await db().subscription.update({ where: { userId: user.id }, data: { fetchedAt: new Date(0) } });
  const { stripeCustomerId } = await rowOf(user);
  for (const one of Object.values(records().subscriptions)) {
    if (one.customer === stripeCustomerId) one.status = 'canceled';
  }
  await reconcilePayments(place);
  expect(await tierOf(user)).toBe('free');
  // Updated just now: not requested again.
  expect(await reconcilePayments(place)).toBe(0);
  expect(await endSubscriptions(place)).toBe(0);
});

test('F13: after 200 shuffled, repeated and late sequences the plan is what the provider says, with its limits and log', async () => {
  await payments.takeAll();
  for (const id of Object.keys(records().subscriptions)) Reflect.deleteProperty(records().subscriptions, id);
  const acts = fc.array(fc.constantFrom('cancel', 'resume', 'ultimate', 'premium', 'week', 'month'), {
    maxLength: 5,
  });
  const shuffle = fc.infiniteStream(fc.nat({ max: 1_000_000 }));
  await fc.assert(
    fc.asyncProperty(acts, shuffle, async (steps, dice) => {
      const user = await aBuyer();
      const jobs = roll(dice) % 5 === 0 ? 11 : 0;
      for (let made = 0; made < jobs; made += 1) await aSavedJob({ owner: user });
      const { stripeCustomerId } = await rowOf(user);
      const subscription = () =>
        Object.values(records().subscriptions).find((one) => one.customer === stripeCustomerId);
      const id = subscription()?.id ?? '';
      for (const step of steps) {
        // Some events arrive while more changes happen.
        const [early] = payments.unreported().slice(roll(dice) % 3);
        if (early) await takeEvent(early.body);
        await act({ id, step });
      }
      const events = payments.unreported().map(({ body }) => body);
      // Each once or twice, in any order, up to three at the same moment.
      const deliveries = [...events, ...events.filter(() => roll(dice) % 2 === 0)]
        .map((body) => ({ body, place: roll(dice) }))
        .sort((a, b) => a.place - b.place);
      while (deliveries.length > 0) {
        await Promise.all(deliveries.splice(0, 1 + (roll(dice) % 3)).map(({ body }) => takeEvent(body)));
      }
      await payments.takeAll();
      const known = subscription();
      const product = records().prices[known?.price ?? '']?.product ?? '';
      const oracle = known?.status === 'canceled' ? 'free' : product.replace('punctual_', '');
      expect(await tierOf(user)).toBe(oracle);
      expect((await rowOf(user)).cancelAtPeriodEnd).toBe(known?.isCancelled);
      // Each change has its security event, from the plan set by the previous one.
      const changes = (await planEvents(user)).flatMap((message) => {
        const change = /from (\w+), to (\w+)/.exec(message);
        return change ? [change] : [];
      });
      expect(changes.map(([, from]) => from)).toEqual(
        ['free', ...changes.map(([, , to]) => to)].slice(0, -1),
      );
      expect(changes.at(-1)?.[2] ?? 'free').toBe(oracle);
      // A plan that ended before any of its events was delivered was never in force.
      const isLowered = changes.length > 0 && oracle === 'free';
      expect(await activeJobs(user)).toBe(isLowered ? Math.min(10, jobs) : jobs);
      // The months of the next subscription do not count for this one.
      Reflect.deleteProperty(records().subscriptions, id);
    }),
    { numRuns: 200 },
  );
}, 240_000);

const activeJobs = ({ id }: { id: number }) =>
  db().job.count({ where: { ownerId: id, status: 'active', deletedAt: null } });

/** The next number of an endless stream. */
function roll(dice: Iterator<number, unknown>): number {
  const { value } = dice.next();
  return typeof value === 'number' ? value : 0;
}

/** Changes at the provider, independent of our code. */
async function act({ id, step }: { id: string; step: string }): Promise<void> {
  const { books, advance } = payments.fakeStripe();
  const { changePrice, setCancelled, subscriptionOf } = await import('#dev/payments/subscriptions.ts');
  const subscription = subscriptionOf({ ledger: books.ledger, id });
  if (step === 'week' || step === 'month') {
    advance(step === 'week' ? 7 : 31);
    return;
  }
  if (subscription.status === 'canceled') return;
  if (step === 'cancel' || step === 'resume') {
    setCancelled({ books, subscription, isCancelled: step === 'cancel' });
    return;
  }
  const price = Object.values(records().prices).find(
    ({ lookupKey }) => lookupKey === `punctual_${step}_monthly`,
  );
  changePrice({ books, subscription, price: price?.id ?? '', at: books.ledger.now() });
}
