import { expect, test } from 'vitest';
import { grantedTier, isLiving, refundableUntil, subscriptionStatus } from './subscription.ts';

test('a subscription grants its plan in the trial, while it is paid, and while a failed payment is retried', () => {
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

test('a subscription that no longer grants a plan reads ended, and one without a start reads none', () => {
  expect(['canceled', 'unpaid', 'incomplete_expired', 'paused'].map(subscriptionStatus)).toEqual(
    Array.from({ length: 4 }, () => 'ended'),
  );
  expect(['none', 'incomplete', 'past_due'].map(subscriptionStatus)).toEqual([
    'none',
    'incomplete',
    'past_due',
  ]);
});

test('a refund is offered once, for 14 days from the first payment', () => {
  const firstPaidAt = new Date('2026-03-01T10:00:00Z');
  expect(refundableUntil({ firstPaidAt, refundedAt: null })).toEqual(new Date('2026-03-15T10:00:00Z'));
  expect(refundableUntil({ firstPaidAt: null, refundedAt: null })).toBeNull();
  expect(refundableUntil({ firstPaidAt, refundedAt: firstPaidAt })).toBeNull();
});
