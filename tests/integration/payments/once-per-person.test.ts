import { expect, test } from 'vitest';
import { deleteAccount } from '#server/accounts/delete-account.server.ts';
import { signInAccount } from '#server/accounts/sign-in-account.server.ts';
import { startCheckout } from '#server/billing/checkout/start-checkout.server.ts';
import { currentSubscription } from '#server/billing/current-subscription.server.ts';
import { refundSubscription } from '#server/billing/refund-subscription.server.ts';
import { db, getPool } from '#server/database/db.server.ts';
import type { User } from '#server/generated/client.ts';
import { removeExpired } from '#server/maintenance/remove-expired.server.ts';
import { aUser } from '#tests/integration/makers.ts';
import { aBuyer, withPayments } from './payments.ts';

const payments = withPayments();
const sessions = () => Object.values(payments.fakeStripe().books.ledger.records.sessions);
const request = { id: 'r', ip: '192.0.2.7', userAgent: 'test' };
const erase = (user: User) => deleteAccount({ user, authenticatedAt: new Date(), request });
const refund = ({ id }: User) => refundSubscription({ userId: id, actor: { id, request } });
const current = ({ id }: User) => currentSubscription({ userId: id });

/** The same person signs in again, by now with another email address. */
async function comeBack({ issuer, subject }: User): Promise<User> {
  const identity = {
    ...{ issuer, subject, email: `${crypto.randomUUID()}@example.com`, isEmailVerified: true },
    ...{ username: null, firstName: null, lastName: null, pictureUrl: null, authenticatedAt: new Date() },
  };
  const { userId } = await signInAccount({ identity, request, formerToken: null });
  return db().user.findUniqueOrThrow({ where: { id: userId } });
}

async function trialDaysOfCheckout(user: User) {
  await startCheckout({ userId: user.id, tier: 'premium' });
  return sessions().at(-1)?.trialDays;
}

test('a person has one trial: an account deleted and created again gets none', async () => {
  const user = await aBuyer();
  await payments.takeAll();
  await erase(user);
  const again = await comeBack(user);
  expect(again.id).not.toBe(user.id);
  expect((await current(again)).hasTrial).toBe(false);
  expect(await trialDaysOfCheckout(again)).toBe(0);
  expect(await trialDaysOfCheckout(await aUser({ tier: 'free' }))).toBe(14);
});

test('a trial whose events had not arrived when the account was deleted counts', async () => {
  const user = await aBuyer();
  await erase(user);
  expect(await trialDaysOfCheckout(await comeBack(user))).toBe(0);
});

test('a person gets one refund: none again for an account created again', async () => {
  const user = await aBuyer();
  payments.fakeStripe().advance(14);
  await payments.takeAll();
  await refund(user);
  await erase(user);
  const again = await aBuyer({ user: await comeBack(user) });
  await payments.takeAll();
  expect((await current(again)).status).toBe('active');
  expect((await current(again)).refundableUntil).toBeNull();
  await expect(refund(again)).rejects.toMatchObject({ type: 'conflict' });
});

test('a person who has paid without a refund can still get one', async () => {
  const user = await aBuyer();
  payments.fakeStripe().advance(14);
  await payments.takeAll();
  await erase(user);
  const again = await aBuyer({ user: await comeBack(user) });
  await payments.takeAll();
  expect(await refund(again)).toBe(300);
});

test('records of used offers identify nobody, and are removed three years after the last use', async () => {
  const user = await aBuyer();
  await payments.takeAll();
  const { rows } = await getPool().query<{ text: string }>('select o::text as "text" from "OfferUse" o');
  for (const reported of [user.subject, user.email, user.issuer])
    expect(rows.map(({ text }) => text).join()).not.toContain(reported);
  expect(rows.length).toBeGreaterThan(0);
  await getPool().query(`update "OfferUse" set "usedAt" = now() - interval '1094 days'`);
  await removeExpired({ isStopping: () => false });
  expect(await db().offerUse.count()).toBe(rows.length);
  await getPool().query(`update "OfferUse" set "usedAt" = now() - interval '1097 days'`);
  await removeExpired({ isStopping: () => false });
  expect(await db().offerUse.count()).toBe(0);
});
