import { expect, test } from 'vitest';
import { toSubscriptionView } from './subscription-state.ts';

const end = new Date('2026-12-21T00:00:00Z');
const trialEnd = new Date('2026-12-05T00:00:00Z');
const facts = {
  status: 'active',
  tier: 'premium',
  currentPeriodEnd: end,
  trialEndsAt: null,
  cancelAtPeriodEnd: false,
} as const;
const viewOf = (given: Partial<Parameters<typeof toSubscriptionView>[0]['facts'] & object>) =>
  toSubscriptionView({ facts: { ...facts, ...given }, tier: 'premium' });

test('each word of the payment provider has its state and its end', () => {
  expect(viewOf({})).toEqual({ state: 'active', until: end.getTime() });
  expect(viewOf({ status: 'trialing', trialEndsAt: trialEnd })).toEqual({
    state: 'trialing',
    until: trialEnd.getTime(),
  });
  expect(viewOf({ cancelAtPeriodEnd: true })).toEqual({ state: 'canceled', until: end.getTime() });
  expect(viewOf({ status: 'trialing', cancelAtPeriodEnd: true }).state).toBe('canceled');
  expect(viewOf({ status: 'past_due' }).state).toBe('past_due');
});

test.each(['ended', 'canceled', 'unpaid', 'incomplete_expired'])(
  'a subscription that is %s has ended',
  (status) => {
    expect(toSubscriptionView({ facts: { ...facts, status }, tier: 'free' }).state).toBe('ended');
  },
);

test('without a subscription the plan that is in force decides', () => {
  expect(toSubscriptionView({ facts: null, tier: 'free' })).toEqual({ state: 'free', until: null });
  expect(toSubscriptionView({ facts: null, tier: 'ultimate' })).toEqual({ state: 'active', until: null });
  expect(toSubscriptionView({ facts: { ...facts, status: 'incomplete' }, tier: 'free' }).state).toBe('free');
});
