import { expect, test } from 'vitest';
import { channelsOutsidePlan } from './channels-in-plan.ts';

test('a plan uses the oldest channels of its kinds, whatever their order', () => {
  const channels = [
    { id: 4, kind: 'slack' },
    { id: 1, kind: 'discord' },
    { id: 3, kind: 'webhook' },
    { id: 2, kind: 'slack' },
  ] as const;
  expect([...channelsOutsidePlan({ tier: 'free', channels })]).toEqual([
    [1, 'kind'],
    [4, 'limit'],
  ]);
  expect([...channelsOutsidePlan({ tier: 'premium', channels })]).toEqual([]);
});

test('PagerDuty is outside Premium and inside Ultimate', () => {
  const channels = [{ id: 1, kind: 'pagerduty' }] as const;
  expect(channelsOutsidePlan({ tier: 'premium', channels }).get(1)).toBe('kind');
  expect(channelsOutsidePlan({ tier: 'ultimate', channels }).size).toBe(0);
});
