import { expect, test } from 'vitest';
import { isFittingVersion } from './version.ts';

test.each([
  ['temporal version 0.0.0-DEV (Server 1.31.2, UI 2.50.1)', true],
  ['temporal version 1.8.3 (Server 1.31.4, UI 2.50.1)', true],
  ['temporal version 1.8.2 (Server 1.31.1, UI 2.50.1)', false],
  ['temporal version 1.5.1 (Server 1.29.1, UI 2.40.0)', false],
  ['temporal version 2.0.0 (Server 2.31.2, UI 3.0.0)', false],
  ['temporal: command not found', false],
])('%s is compatible: %s', (output, fits) => {
  expect(isFittingVersion(output)).toBe(fits);
});
