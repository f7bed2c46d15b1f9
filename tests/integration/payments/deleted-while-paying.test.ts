import { expect, test } from 'vitest';
import { deleteAccount } from '#server/accounts/delete-account.server.ts';
import { startCheckout } from '#server/billing/checkout/start-checkout.server.ts';
import { db } from '#server/database/db.server.ts';
import type { User } from '#server/generated/client.ts';
import { lockOwnerRow } from '#tests/integration/lock-owner-row.ts';
import { aUser } from '#tests/integration/makers.ts';
import { pay, withPayments } from './payments.ts';

// An account deleted in one browser while another one opens a checkout: no customer may be left that cannot be removed
// any more.

const payments = withPayments();
const books = () => payments.fakeStripe().books.ledger.records;
const customersOf = ({ id }: User) =>
  Object.values(books().customers).filter(({ metadata }) => metadata['user_id'] === String(id));

const request = { id: 'r', ip: '127.0.0.1', userAgent: 'test' };
const erase = (user: User) => deleteAccount({ user, authenticatedAt: new Date(), request });
const checkOut = (user: User) => startCheckout({ userId: user.id, tier: 'premium' });

async function expectNobodyPays(user: User) {
  expect(customersOf(user)).toMatchObject([{ isDeleted: true, card: null }]);
  const { id: customer } = customersOf(user)[0] ?? { id: '' };
  for (const session of Object.values(books().sessions).filter((one) => one.customer === customer)) {
    const { status } = await pay({ url: `${payments.fakeStripe().url}/pay/${session.id}` });
    expect(status).toBe(404);
  }
  expect(await db().subscription.count({ where: { userId: user.id } })).toBe(0);
  expect(await db().user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({ issuer: 'deleted' });
}

test('a checkout after the account was deleted removes the customer it created', async () => {
  const user = await aUser({ tier: 'free' });
  const row = await lockOwnerRow({ ownerId: user.id });
  const erased = erase(user);
  await row.onceWaiting(1);
  const paid = expect(checkOut(user)).rejects.toMatchObject({ type: 'not_found' });
  await row.openOnceWaiting(2);
  await Promise.all([erased, paid]);
  await expectNobodyPays(user);
});

test('a deletion that finds a customer created a moment ago removes it first', async () => {
  const user = await aUser({ tier: 'free' });
  const row = await lockOwnerRow({ ownerId: user.id });
  const paying = checkOut(user).catch(() => null);
  await row.onceWaiting(1);
  const erased = erase(user);
  await row.openOnceWaiting(2);
  await Promise.all([erased, paying]);
  await expectNobodyPays(user);
});

test('an open checkout page is closed with the account', async () => {
  const user = await aUser({ tier: 'free' });
  const { url } = await checkOut(user);
  await erase(user);
  expect(Object.values(books().sessions).find(({ id }) => url.endsWith(id))?.status).toBe('expired');
  await expectNobodyPays(user);
});

test('a deleted account cannot open a checkout', async () => {
  const user = await aUser({ tier: 'free' });
  await erase(user);
  await expect(checkOut(user)).rejects.toMatchObject({ type: 'not_found' });
  expect(customersOf(user)).toEqual([]);
});
