import { expect, test } from 'vitest';
import type { CurrentSubscription } from '#server/billing/current-subscription.server.ts';
import { toSubscriptionView } from './subscription-state.ts';

const now = new Date('2026-11-22T12:00:00Z');
const end = new Date('2026-12-21T00:00:00Z');
const trialEnd = new Date('2026-12-05T00:00:00Z');
const none: CurrentSubscription = {
  status: 'none',
  tier: 'free',
  periodStart: null,
  periodEnd: null,
  isCancelled: false,
  trialEndsAt: null,
  hasTrial: true,
  nextPaymentAt: null,
  refundableUntil: null,
  hasPortal: false,
  canBuy: true,
  isTestMode: false,
  pausedJobs: [],
};
const paid: CurrentSubscription = {
  ...none,
  status: 'active',
  tier: 'premium',
  periodEnd: end,
  hasPortal: true,
};
const viewOf = (given: Partial<CurrentSubscription>, of = paid) =>
  toSubscriptionView({ current: { ...of, ...given }, now });

test('an account without a subscription is offered both plans', () => {
  expect(viewOf({}, none)).toMatchObject({
    state: 'free',
    offers: ['premium', 'ultimate'],
    ...{ changeTo: null, canCancel: false, canResume: false },
  });
  expect(viewOf({ status: 'incomplete' }, none).state).toBe('free');
});

test('a granted plan can be upgraded, but not canceled', () => {
  expect(viewOf({ tier: 'premium' }, none)).toMatchObject({
    state: 'given',
    offers: ['ultimate'],
    canCancel: false,
  });
  expect(viewOf({ tier: 'ultimate' }, none)).toMatchObject({ state: 'given', offers: [] });
  expect(viewOf({ tier: 'ultimate', status: 'ended' }, none).state).toBe('given');
});

test('a renewing subscription can be canceled or changed to the other plan', () => {
  expect(viewOf({})).toMatchObject({
    state: 'active',
    until: end.getTime(),
    ...{ offers: [], changeTo: 'ultimate', canCancel: true, canResume: false },
  });
  expect(viewOf({ tier: 'ultimate' }).changeTo).toBe('premium');
  expect(viewOf({ status: 'trialing', trialEndsAt: trialEnd })).toMatchObject({
    state: 'trialing',
    until: trialEnd.getTime(),
    changeTo: 'ultimate',
  });
});

test.each(['trialing', 'active', 'past_due'] as const)(
  'a %s subscription that is canceled can be resumed',
  (status) => {
    expect(viewOf({ status, isCancelled: true, trialEndsAt: trialEnd })).toMatchObject({
      state: 'canceled',
      until: end.getTime(),
      ...{ changeTo: null, canCancel: false, canResume: true },
    });
  },
);

test('an unpaid invoice blocks a change of plan', () => {
  expect(viewOf({ status: 'past_due', nextPaymentAt: trialEnd })).toMatchObject({
    state: 'past_due',
    retryAt: trialEnd.getTime(),
    ...{ changeTo: null, canCancel: true },
  });
});

test('an ended subscription says when, unless it ended before its period did', () => {
  const ended = { status: 'ended', tier: 'free' } as const;
  expect(viewOf({ ...ended, periodEnd: new Date('2026-11-01T00:00:00Z') })).toMatchObject({
    state: 'ended',
    until: Date.parse('2026-11-01T00:00:00Z'),
    offers: ['premium', 'ultimate'],
  });
  expect(viewOf(ended).until).toBeNull();
});
