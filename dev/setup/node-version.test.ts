import { expect, test } from 'vitest';
import { satisfies } from './node-version.mjs';

const range = '^20.19 || >=22.12';

test.each([
  ['20.18.3', false],
  ['20.19.0', true],
  ['20.20.2', true],
  ['21.7.0', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['25.1.0', true],
])('Node %s is new enough: %s', (version, isEnough) => {
  expect(satisfies({ version, range })).toBe(isEnough);
});
