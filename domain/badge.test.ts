import { expect, test } from 'vitest';
import { badgeState } from './badge.ts';

const now = Date.parse('2026-11-21T15:00:00Z');
const active = {
  status: 'active',
  pausedUntil: null,
  isOverdue: false,
  lastOutcome: 'success',
  now,
} as const;

test.each([
  ['success', 'succeeded'],
  ['failed', 'failed'],
  ['superseded', 'failed'],
  ['unknown', 'failed'],
  [null, 'no runs yet'],
] as const)('an active job whose last execution ended %s reads "%s"', (lastOutcome, word) => {
  expect(badgeState({ ...active, lastOutcome })).toBe(word);
});

test('a fire that is overdue counts more than what ran before it', () => {
  expect(badgeState({ ...active, isOverdue: true })).toBe('late');
});

test('a job that rests says so, whatever ran before', () => {
  expect(badgeState({ ...active, status: 'paused', isOverdue: true })).toBe('paused');
  expect(badgeState({ ...active, status: 'inactive' })).toBe('inactive');
});

test('a pause that has ended by its date is over', () => {
  const paused = { ...active, status: 'paused' } as const;
  expect(badgeState({ ...paused, pausedUntil: new Date(now - 1) })).toBe('succeeded');
  expect(badgeState({ ...paused, pausedUntil: new Date(now + 1) })).toBe('paused');
});
