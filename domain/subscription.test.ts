import { expect, test } from 'vitest';
import { grantedTier, isLiving, refundableUntil, subscriptionStatus } from './subscription.ts';

test('a plan is given in the trial, while it is paid, and while a failed payment is tried again', () => {
  const living = ['trialing', 'active', 'past_due'];
  const over = ['none', 'incomplete', 'incomplete_expired', 'unpaid', 'canceled', 'paused', 'ended', 'news'];
  expect(living.map((atProvider) => grantedTier({ atProvider, tier: 'ultimate' }))).toEqual(
    living.map(() => 'ultimate'),
  );
  expect(over.map((atProvider) => grantedTier({ atProvider, tier: 'ultimate' }))).toEqual(
    over.map(() => 'free'),
  );
  expect([...living, ...over].filter(isLiving)).toEqual(living);
});

test('what gives no plan any more has ended for its owner, and none has never begun', () => {
  expect(['canceled', 'unpaid', 'incomplete_expired', 'paused'].map(subscriptionStatus)).toEqual(
    Array.from({ length: 4 }, () => 'ended'),
  );
  expect(['none', 'incomplete', 'past_due'].map(subscriptionStatus)).toEqual([
    'none',
    'incomplete',
    'past_due',
  ]);
});

test('money is given back for 14 days from the first payment on, once', () => {
  const firstPaidAt = new Date('2026-03-01T10:00:00Z');
  expect(refundableUntil({ firstPaidAt, refundedAt: null })).toEqual(new Date('2026-03-15T10:00:00Z'));
  expect(refundableUntil({ firstPaidAt: null, refundedAt: null })).toBeNull();
  expect(refundableUntil({ firstPaidAt, refundedAt: firstPaidAt })).toBeNull();
});
