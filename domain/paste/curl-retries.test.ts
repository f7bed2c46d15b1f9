import { expect, test } from 'vitest';
import { retriesOf } from './curl-retries.ts';
import type { LeftOut } from './pasted.ts';

function read(given: { count?: number; delay?: string; maxTime?: string }) {
  const left: LeftOut[] = [];
  const { count = null, delay = null, maxTime = null } = given;
  const taken = retriesOf({ retries: { count, delay, maxTime }, left });
  return { ...taken, left: left.map(({ what, why }) => `${what}: ${why}`) };
}
const fixed = (seconds: number) => ({ kind: 'fixed', seconds, jitter: false });

test.each([
  [{}, { retryCount: null, left: [] }],
  [{ count: 2 }, { retryCount: 2, left: [] }],
  [
    { count: 2, delay: '30' },
    { retryCount: 2, retryDelays: fixed(30), left: [] },
  ],
  // Zero sets nothing in curl.
  [
    { count: 2, delay: '0', maxTime: '0' },
    { retryCount: 2, left: [] },
  ],
  [
    { count: 0, delay: '30' },
    { retryCount: 0, left: [] },
  ],
  [
    { count: 2, delay: '1.5' },
    { retryCount: 2, retryDelays: fixed(2), left: ['--retry-delay 1.5: Delays are whole seconds: 2.'] },
  ],
  [
    { count: 1, delay: '90000' },
    {
      ...{ retryCount: 1, retryDelays: fixed(86_400) },
      left: ['--retry-delay 90000: 24 hours are used, the maximum.'],
    },
  ],
  [
    { count: 2, delay: 'soon' },
    { retryCount: 2, left: ['--retry-delay soon: Write a number of seconds.'] },
  ],
  [
    { delay: '30', maxTime: '60' },
    {
      retryCount: null,
      left: [
        '--retry-delay 30: cURL ignores it without --retry.',
        '--retry-max-time 60: cURL ignores it without --retry.',
      ],
    },
  ],
  [
    { count: 5, delay: '20', maxTime: '100' },
    { retryCount: 5, retryDelays: fixed(20), left: [] },
  ],
  [
    { count: 5, delay: '20', maxTime: '59' },
    {
      ...{ retryCount: 2, retryDelays: fixed(20) },
      left: [
        '--retry-max-time 59: A job has no limit for all attempts together: it makes the 2 retries whose waits fit.',
      ],
    },
  ],
  // 5 s and 15 s of the service fit, its 45 s do not.
  [{ count: 5, maxTime: '60' }, expect.objectContaining({ retryCount: 2 })],
  [{ count: 5, delay: '20', maxTime: '10' }, expect.objectContaining({ retryCount: 0 })],
])('%j become what a job supports', (given, expected) => {
  expect(read(given)).toEqual(expected);
});
