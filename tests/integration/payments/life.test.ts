import { expect, test } from 'vitest';
import { deleteAccount } from '#server/accounts/delete-account.server.ts';
import { changePlan, previewPlanChange } from '#server/billing/change-plan.server.ts';
import { awaitPlan } from '#server/billing/checkout/await-plan.server.ts';
import { createPortalSession } from '#server/billing/checkout/create-portal-session.server.ts';
import { startCheckout } from '#server/billing/checkout/start-checkout.server.ts';
import { closeCustomer } from '#server/billing/close-customer.server.ts';
import { currentSubscription } from '#server/billing/current-subscription.server.ts';
import { publishPrices } from '#server/billing/publish-prices.server.ts';
import { refundSubscription } from '#server/billing/refund-subscription.server.ts';
import { setRenewal } from '#server/billing/set-renewal.server.ts';
import { db } from '#server/database/db.server.ts';
import { aSavedJob, aUser } from '#tests/integration/makers.ts';
import { aBuyer, cards, pay, planEvents, rowOf, tierOf, withPayments } from './payments.ts';

const payments = withPayments();
const books = () => payments.fakeStripe().books.ledger.records;
const customerOf = async (user: { id: number }) => {
  const found = books().customers[(await rowOf(user)).stripeCustomerId ?? ''];
  if (!found) throw new Error('There is no customer.');
  return found;
};
const subscriptionsOf = async (user: { id: number }) => {
  const { id } = await customerOf(user);
  return Object.values(books().subscriptions).filter(({ customer }) => customer === id);
};
const actorOf = ({ id }: { id: number }) => ({
  id,
  request: { id: crypto.randomUUID(), ip: '192.0.2.7', userAgent: 'test' },
});
const current = ({ id }: { id: number }) => currentSubscription({ userId: id });
const daysFrom = (at: Date | null, to: Date | null) =>
  Math.round(((to?.getTime() ?? 0) - (at?.getTime() ?? 0)) / 86_400_000);

test('prices and portal are created once, however often the command runs, even twice at once', async () => {
  const again = await Promise.all([publishPrices(), publishPrices()]);
  expect(again.flat().every((line) => line.endsWith('as it should be'))).toBe(true);
  expect(Object.values(books().prices).map(({ lookupKey, cents }) => [lookupKey, cents])).toEqual([
    ['punctual_premium_monthly', 300],
    ['punctual_ultimate_monthly', 500],
  ]);
  expect(Object.keys(books().portalSettings)).toHaveLength(1);
  const old = Object.values(books().prices).find(({ cents }) => cents === 300);
  if (old) old.cents = 200;
  expect(await publishPrices()).toContain('punctual_premium_monthly: a new price');
  expect(old?.lookupKey).toBeNull();
  expect(Object.values(books().prices).map(({ cents }) => cents)).toEqual([200, 500, 300]);
});

test('a checkout starts a trial of 14 days, and only the webhook grants the plan', async () => {
  const user = await aBuyer({ tier: 'premium' });
  expect([await tierOf(user), (await current(user)).status]).toEqual(['free', 'none']);
  await payments.takeAll();
  const now = await current(user);
  expect([await tierOf(user), now.status, now.hasTrial, now.isCancelled]).toEqual([
    'premium',
    'trialing',
    false,
    false,
  ]);
  expect(daysFrom(now.periodStart, now.trialEndsAt)).toBe(14);
  expect(now.periodEnd).toEqual(now.trialEndsAt);
  expect(now.refundableUntil).toBeNull();
  expect(await planEvents(user)).toEqual([
    'A plan was changed. (from free, to premium, status trialing, by webhook)',
  ]);
});

test('waiting for a plan ends when the webhook arrives, or at the time limit', async () => {
  const user = await aBuyer();
  const wait = (limitMs: number) => awaitPlan({ userId: user.id, tiers: ['premium'], limitMs });
  expect(await wait(100)).toBe(false);
  const waiting = wait(10_000);
  await payments.takeAll();
  expect(await waiting).toBe(true);
});

test('the trial is offered once: the next checkout has to be paid', async () => {
  const user = await aBuyer();
  await payments.takeAll();
  await setRenewal({ userId: user.id, isRenewed: false, actor: actorOf(user) });
  payments.fakeStripe().advance(15);
  await payments.takeAll();
  expect([await tierOf(user), (await current(user)).status]).toEqual(['free', 'ended']);
  await aBuyer({ user, tier: 'ultimate' });
  await payments.takeAll();
  const now = await current(user);
  expect([now.tier, now.status, now.trialEndsAt]).toEqual(['ultimate', 'active', null]);
  expect((await rowOf(user)).firstPaidAt).not.toBeNull();
});

test('a trial is refused even if the events of the last one never arrived', async () => {
  const user = await aBuyer();
  for (const subscription of await subscriptionsOf(user)) subscription.status = 'canceled';
  await startCheckout({ userId: user.id, tier: 'premium' });
  expect(Object.values(books().sessions).at(-1)?.trialDays).toBe(0);
});

test('a second checkout closes the page of the first, two clicks create one page, and a subscriber gets none', async () => {
  const user = await aUser({ tier: 'free' });
  const clicks = await Promise.all([
    startCheckout({ userId: user.id, tier: 'premium' }),
    startCheckout({ userId: user.id, tier: 'premium' }),
  ]);
  expect(clicks[0]).toEqual(clicks[1]);
  const ultimate = await startCheckout({ userId: user.id, tier: 'ultimate' });
  expect((await pay({ url: clicks[0].url })).status).toBe(404);
  // The same click as the first one, within its minute: its page has been closed since.
  const premium = await startCheckout({ userId: user.id, tier: 'premium' });
  expect((await pay({ url: ultimate.url })).status).toBe(404);
  expect((await pay({ url: premium.url })).status).toBe(303);
  await expect(startCheckout({ userId: user.id, tier: 'ultimate' })).rejects.toMatchObject({
    type: 'conflict',
    message: 'You have a subscription already. Change its plan instead.',
  });
  const { email } = user;
  expect(Object.values(books().customers).filter((one) => one.email === email)).toHaveLength(1);
});

test('a declined card buys nothing', async () => {
  const user = await aUser({ tier: 'free' });
  const { url } = await startCheckout({ userId: user.id, tier: 'premium' });
  const response = await pay({ url, card: cards.declines });
  expect([response.status, await response.text()]).toEqual([
    402,
    expect.stringContaining('Your card was declined.'),
  ]);
  await payments.takeAll();
  expect(await tierOf(user)).toBe('free');
  expect((await pay({ url })).status).toBe(303);
});

test('a subscription renews at the end of its period', async () => {
  const user = await aBuyer();
  await payments.takeAll();
  const trial = await current(user);
  payments.fakeStripe().advance(14);
  await payments.takeAll();
  const first = await current(user);
  expect([first.status, first.periodStart]).toEqual(['active', trial.periodEnd]);
  expect(daysFrom(first.periodStart, first.refundableUntil)).toBe(14);
  payments.fakeStripe().advance(31);
  await payments.takeAll();
  const second = await current(user);
  expect([second.status, second.periodStart]).toEqual(['active', first.periodEnd]);
  expect(await tierOf(user)).toBe('premium');
});

test('once canceled, a subscription lasts until the end of the period and becomes Free; if resumed before, it continues', async () => {
  const user = await aBuyer();
  await payments.takeAll();
  const { periodEnd } = await current(user);
  await setRenewal({ userId: user.id, isRenewed: false, actor: actorOf(user) });
  expect(await current(user)).toMatchObject({
    isCancelled: true,
    tier: 'premium',
    status: 'trialing',
    periodEnd,
  });
  await setRenewal({ userId: user.id, isRenewed: false, actor: actorOf(user) });
  await setRenewal({ userId: user.id, isRenewed: true, actor: actorOf(user) });
  expect(await current(user)).toMatchObject({ isCancelled: false, tier: 'premium' });
  await setRenewal({ userId: user.id, isRenewed: false, actor: actorOf(user) });
  payments.fakeStripe().advance(15);
  await payments.takeAll();
  expect(await current(user)).toMatchObject({ status: 'ended', tier: 'free' });
  await expect(setRenewal({ userId: user.id, isRenewed: true, actor: actorOf(user) })).rejects.toMatchObject({
    type: 'conflict',
  });
  const reported = await planEvents(user);
  expect(reported.filter((message) => message.includes('cancelled yes'))).toHaveLength(2);
  expect(reported.filter((message) => message.includes('cancelled no'))).toHaveLength(1);
  expect(reported.at(-1)).toBe('A plan was changed. (from premium, to free, status canceled, by webhook)');
  const acts = await db().securityEvent.findMany({ where: { subjectId: user.id, actorId: user.id } });
  expect(acts.map(({ ip }) => ip)).toEqual(['192.0.2.7', '192.0.2.7', '192.0.2.7']);
});

test('resuming a subscription that ended without an event says so, and records the end', async () => {
  const user = await aBuyer();
  await payments.takeAll();
  for (const subscription of await subscriptionsOf(user)) subscription.status = 'canceled';
  await expect(setRenewal({ userId: user.id, isRenewed: true, actor: actorOf(user) })).rejects.toMatchObject({
    message: 'There is no subscription. Choose a plan first.',
  });
  expect(await tierOf(user)).toBe('free');
});

test('a failed payment keeps the plan while it is retried, and ends it after the last attempt', async () => {
  const user = await aBuyer({ card: cards.fails });
  await payments.takeAll();
  payments.fakeStripe().advance(14);
  await payments.takeAll();
  const failed = await current(user);
  expect([failed.status, failed.tier]).toEqual(['past_due', 'premium']);
  expect(daysFrom(failed.periodStart, failed.nextPaymentAt)).toBe(3);
  payments.fakeStripe().advance(4);
  await payments.takeAll();
  expect(await tierOf(user)).toBe('premium');
  payments.fakeStripe().advance(12);
  await payments.takeAll();
  expect(await current(user)).toMatchObject({ status: 'ended', tier: 'free', nextPaymentAt: null });
});

test('a new card in the portal settles the open invoice', async () => {
  const user = await aBuyer({ card: cards.fails });
  await payments.takeAll();
  payments.fakeStripe().advance(14);
  await payments.takeAll();
  expect((await current(user)).status).toBe('past_due');
  const portal = await createPortalSession({ userId: user.id });
  expect(await (await fetch(portal)).text()).toContain('Test mode');
  const body = new URLSearchParams({ card: cards.pays });
  await fetch(`${portal}/card`, { method: 'POST', body, redirect: 'manual' });
  await payments.takeAll();
  expect((await current(user)).status).toBe('active');
});

test('the portal is only for subscribers', async () => {
  const user = await aUser({ tier: 'free' });
  await expect(createPortalSession({ userId: user.id })).rejects.toMatchObject({ type: 'conflict' });
});

test('an upgrade costs the rest of the period, as previewed, and takes effect with the webhook', async () => {
  const user = await aBuyer();
  payments.fakeStripe().advance(14);
  await payments.takeAll();
  const preview = await previewPlanChange({ userId: user.id, tier: 'ultimate' });
  expect(preview).toMatchObject({
    from: 'premium',
    to: 'ultimate',
    prorationCents: 200,
    dueCents: 200,
    monthlyCents: 500,
  });
  await changePlan({ userId: user.id, tier: 'ultimate', at: preview.at, actor: actorOf(user) });
  expect(await tierOf(user)).toBe('premium');
  await payments.takeAll();
  expect(await tierOf(user)).toBe('ultimate');
  const { id } = await customerOf(user);
  expect(Object.values(books().invoices).findLast(({ customer }) => customer === id)).toMatchObject({
    reason: 'subscription_update',
    paidCents: 200,
    status: 'paid',
  });
  await expect(previewPlanChange({ userId: user.id, tier: 'ultimate' })).rejects.toMatchObject({
    message: 'Your plan is Ultimate already.',
  });
});

test('a downgrade takes effect at once, credits the difference to the next invoice, and pauses jobs beyond the limit', async () => {
  const user = await aBuyer({ tier: 'ultimate' });
  payments.fakeStripe().advance(14);
  await payments.takeAll();
  const ids: number[] = [];
  for (let made = 0; made < 52; made += 1)
    ids.push((await aSavedJob({ owner: user, name: `Job ${made}` })).id);
  const preview = await previewPlanChange({ userId: user.id, tier: 'premium' });
  expect(preview).toMatchObject({ prorationCents: -200, dueCents: 0 });
  await changePlan({ userId: user.id, tier: 'premium', at: preview.at, actor: actorOf(user) });
  expect((await current(user)).pausedJobs).toEqual([
    { id: ids[50], name: 'Job 50' },
    { id: ids[51], name: 'Job 51' },
  ]);
  expect(await tierOf(user)).toBe('premium');
  expect(await planEvents(user)).toContain(
    'A plan was changed. (from ultimate, to premium, jobs paused 2, by act)',
  );
  expect((await customerOf(user)).balanceCents).toBe(-200);
  await payments.takeAll();
  expect((await planEvents(user)).filter((message) => message.includes('jobs paused'))).toHaveLength(1);
});

test('a change that the card does not pay for changes nothing', async () => {
  const user = await aBuyer();
  payments.fakeStripe().advance(14);
  await payments.takeAll();
  const { at } = await previewPlanChange({ userId: user.id, tier: 'ultimate' });
  (await customerOf(user)).card = { kind: 'fails', last4: '0341' };
  const change = changePlan({ userId: user.id, tier: 'ultimate', at, actor: actorOf(user) });
  await expect(change).rejects.toMatchObject({
    type: 'conflict',
    message: expect.stringContaining('declined') as string,
  });
  await payments.takeAll();
  expect(await current(user)).toMatchObject({ tier: 'premium', status: 'active' });
});

test('an amount not shown within the last hour is not charged', async () => {
  const user = await aBuyer();
  payments.fakeStripe().advance(14);
  await payments.takeAll();
  const { at } = await previewPlanChange({ userId: user.id, tier: 'ultimate' });
  for (const offMs of [-3 * 3_600_000, 3 * 3_600_000, 20 * 86_400_000, Number.NaN]) {
    const wrong = new Date(at.getTime() + offMs);
    const change = changePlan({ userId: user.id, tier: 'ultimate', at: wrong, actor: actorOf(user) });
    await expect(change).rejects.toMatchObject({ type: 'validation_error' });
  }
});

test('a canceled subscription is resumed before its plan is changed', async () => {
  const user = await aBuyer();
  await payments.takeAll();
  await setRenewal({ userId: user.id, isRenewed: false, actor: actorOf(user) });
  await expect(previewPlanChange({ userId: user.id, tier: 'ultimate' })).rejects.toMatchObject({
    message: 'The subscription is canceled. Resume it before you change its plan.',
  });
});

test('a refund is given once, in full, within 14 days of the first payment, and ends the subscription', async () => {
  const user = await aBuyer();
  await payments.takeAll();
  const refund = (now?: Date) =>
    refundSubscription({ userId: user.id, actor: actorOf(user), ...(now && { now }) });
  await expect(refund()).rejects.toMatchObject({ type: 'conflict' });
  payments.fakeStripe().advance(14);
  await payments.takeAll();
  const { at } = await previewPlanChange({ userId: user.id, tier: 'ultimate' });
  await changePlan({ userId: user.id, tier: 'ultimate', at, actor: actorOf(user) });
  await payments.takeAll();
  const { refundableUntil } = await current(user);
  await expect(refund(refundableUntil ?? undefined)).rejects.toMatchObject({ type: 'conflict' });
  expect(await refund()).toBe(500);
  expect(await current(user)).toMatchObject({ status: 'ended', tier: 'free', refundableUntil: null });
  const { id } = await customerOf(user);
  const intents = Object.values(books().invoices).flatMap((one) =>
    one.customer === id ? (one.intent ?? []) : [],
  );
  const back = Object.values(books().refunds).filter(({ intent }) => intents.includes(intent));
  expect(back.map(({ cents }) => cents).sort()).toEqual([200, 300]);
  await expect(refund()).rejects.toMatchObject({ type: 'conflict' });
  expect((await planEvents(user)).filter((message) => message.includes('given back 5.00 USD'))).toHaveLength(
    1,
  );
});

test('a refund interrupted after the payment continues where it stopped', async () => {
  const user = await aBuyer();
  payments.fakeStripe().advance(14);
  await payments.takeAll();
  const { id } = await customerOf(user);
  const paid = Object.values(books().invoices).find((one) => one.customer === id && one.intent !== null);
  const intent = paid?.intent ?? '';
  books().refunds['re_before'] = { id: 're_before', intent, cents: 300, createdAt: 0 };
  expect(await refundSubscription({ userId: user.id, actor: actorOf(user) })).toBe(300);
  expect(Object.values(books().refunds).filter((one) => one.intent === intent)).toHaveLength(1);
  expect(await tierOf(user)).toBe('free');
});

test('a customer missing at the provider is created again', async () => {
  const user = await aUser({ tier: 'free' });
  await startCheckout({ userId: user.id, tier: 'premium' });
  const before = await rowOf(user);
  Reflect.deleteProperty(books().customers, before.stripeCustomerId ?? '');
  await aBuyer({ user });
  await payments.takeAll();
  const now = await rowOf(user);
  expect(now.stripeCustomerId).not.toBe(before.stripeCustomerId);
  expect(await tierOf(user)).toBe('premium');
  Reflect.deleteProperty(books().customers, now.stripeCustomerId ?? '');
  await startCheckout({ userId: user.id, tier: 'premium' });
  // The trial is used up, whoever recorded it.
  expect(Object.values(books().sessions).at(-1)?.trialDays).toBe(0);
});

test('a deleted account pays no more: its customer is removed, and its late events change nothing', async () => {
  const user = await aBuyer();
  await payments.takeAll();
  const { id } = await customerOf(user);
  const { request } = actorOf(user);
  await deleteAccount({ user, authenticatedAt: new Date(), request });
  expect(await db().subscription.count({ where: { userId: user.id } })).toBe(0);
  expect(books().customers[id]).toMatchObject({ isDeleted: true, card: null });
  const left = Object.values(books().subscriptions).filter(({ customer }) => customer === id);
  expect(left.map(({ status }) => status)).toEqual(['canceled']);
  await payments.takeAll();
});

test('a customer already removed, or never created, does not block a deletion', async () => {
  const user = await aBuyer();
  await closeCustomer({ userId: user.id });
  await closeCustomer({ userId: user.id });
  await closeCustomer({ userId: (await aUser()).id });
});
