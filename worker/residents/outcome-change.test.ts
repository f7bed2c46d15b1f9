import { expect, test } from 'vitest';
import { isChange } from './outcome-change.ts';

test.each([
  [null, 'success', true],
  [null, 'failed', true],
  [null, 'skipped', false],
  ['success', 'success', false],
  ['success', 'failed', true],
  ['success', 'unknown', true],
  ['success', 'skipped', false],
  ['success', 'missed', false],
  ['failed', 'success', true],
  ['failed', 'failed', false],
  ['failed', 'skipped', false],
] as const)('shown %s, then %s: is it a change for operators? %s', (shown, outcome, isOne) => {
  expect(isChange(shown, outcome)).toBe(isOne);
});
