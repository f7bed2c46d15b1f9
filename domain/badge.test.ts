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

test('an overdue fire takes precedence over the last outcome', () => {
  expect(badgeState({ ...active, isOverdue: true })).toBe('late');
});

test('a paused or inactive job says so, whatever its last outcome', () => {
  expect(badgeState({ ...active, status: 'paused', isOverdue: true })).toBe('paused');
  expect(badgeState({ ...active, status: 'inactive' })).toBe('inactive');
});

test('a pause whose end has passed is over', () => {
  const paused = { ...active, status: 'paused' } as const;
  expect(badgeState({ ...paused, pausedUntil: new Date(now - 1) })).toBe('succeeded');
  expect(badgeState({ ...paused, pausedUntil: new Date(now + 1) })).toBe('paused');
});
