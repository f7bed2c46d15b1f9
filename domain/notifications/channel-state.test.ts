import { expect, test } from 'vitest';
import { channelState } from './channel-state.ts';

const working = { disabledAt: null, failingSince: null, outsidePlan: null, recipients: [] };
const at = new Date(0);

test('the worst that applies is the state of a channel', () => {
  expect(channelState(working)).toBe('working');
  expect(channelState({ ...working, failingSince: at })).toBe('failing');
  expect(channelState({ ...working, failingSince: at, outsidePlan: 'limit' })).toBe('outside_plan');
  expect(channelState({ ...working, failingSince: at, outsidePlan: 'kind', disabledAt: at })).toBe(
    'disabled',
  );
});

test('an email channel waits until one of its addresses has confirmed', () => {
  const recipients = [{ state: 'asked' }, { state: 'stopped' }];
  expect(channelState({ ...working, recipients })).toBe('unconfirmed');
  expect(channelState({ ...working, recipients: [...recipients, { state: 'confirmed' }] })).toBe('working');
});
