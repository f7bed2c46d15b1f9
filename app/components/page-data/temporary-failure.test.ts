import { expect, test } from 'vitest';
import { isTemporaryFailure, isTemporaryStatus } from './temporary-failure.ts';

const responseOf = (status: number) => ({ status, statusText: '', internal: false, data: null });

test.each([
  [500, true],
  [503, true],
  // Many open tabs together reach the limit of page loads: each keeps its page.
  [429, true],
  [404, false],
  [403, false],
  [401, false],
])('a reload that fails with %i keeps the page: %s', (status, isKept) => {
  expect(isTemporaryStatus(status)).toBe(isKept);
  expect(isTemporaryFailure(responseOf(status))).toBe(isKept);
});

test('an error without a status counts as temporary', () => {
  expect(isTemporaryFailure(new Error('Unexpected Server Error'))).toBe(true);
});
