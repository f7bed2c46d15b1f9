import { expect, test } from 'vitest';
import { refreshSubscription } from '#server/billing/refresh-subscription.server.ts';
import { db } from '#server/database/db.server.ts';
import { enqueueReminders } from '#server/maintenance/enqueue-reminders.server.ts';
import { cameFor, kindsOf, mailsOf, sendAll } from '../account-mail/kit.ts';
import { aBuyer, cards, rowOf, takeEvent, withPayments } from './payments.ts';

const payments = withPayments();

const pastDue = { kind: 'payment_failed', state: 'pending' };

test('a failed payment enqueues one mail for its period, however often the card is retried and the subscription read', async () => {
  const user = await aBuyer({ card: cards.fails });
  await payments.takeAll();
  payments.fakeStripe().advance(14);
  const events = payments.unreported().map(({ body }) => body);
  await payments.takeAll();
  expect(await mailsOf(user.id)).toMatchObject([pastDue]);
  payments.fakeStripe().advance(4);
  await payments.takeAll();
  for (const body of events) expect(await takeEvent(body)).toBe('duplicate');
  await refreshSubscription({ customerId: (await rowOf(user)).stripeCustomerId ?? '', cause: 'reconcile' });
  expect(await mailsOf(user.id)).toMatchObject([pastDue]);

  await sendAll();
  const mails = cameFor(user.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['The payment for Premium failed']);
  expect(mails[0]?.text).toContain('To fix it right away, add another card under Manage Billing.');
  expect(mails[0]?.headers.has('list-unsubscribe')).toBe(false);
});

test('a payment made before its mail was sent sends none', async () => {
  const user = await aBuyer({ card: cards.fails });
  await payments.takeAll();
  payments.fakeStripe().advance(14);
  await payments.takeAll();
  await db().subscription.update({ where: { userId: user.id }, data: { status: 'active' } });
  await sendAll();
  expect(cameFor(user.email)).toEqual([]);
  expect(await mailsOf(user.id)).toMatchObject([{ state: 'failed', errorCode: 'obsolete' }]);
});

test("the provider's event about the end of a trial and our own date check enqueue one mail together", async () => {
  const user = await aBuyer();
  await payments.takeAll();
  payments.fakeStripe().advance(11);
  const types = payments.unreported().map(({ type }) => type);
  expect(types).toContain('customer.subscription.trial_will_end');
  await payments.takeAll();
  const { trialEndsAt } = await rowOf(user);
  const now = (trialEndsAt?.getTime() ?? 0) - 86_400_000;
  await enqueueReminders({ isStopping: () => false, now });
  expect(await kindsOf(user.id)).toEqual(['trial_ending']);
  await sendAll();
  expect(cameFor(user.email)[0]?.subject).toContain('Your trial of Premium ends on ');
});
