import { expect, test } from 'vitest';
import { fc } from '#tests/property.ts';
import {
  delaysText,
  delayText,
  drawDelayMs,
  plannedDelaySeconds,
  readDelay,
  readRetryDelays,
  retrySentence,
  toWireDelays,
  type RetryDelays,
} from './retry-delays.ts';

const seconds = fc.integer({ min: 1, max: 86_400 });
const jitter = fc.boolean();
const aPlan: fc.Arbitrary<RetryDelays> = fc.oneof(
  fc.record({ kind: fc.constantFrom('fixed' as const, 'exponential' as const), seconds, jitter }),
  fc.record({
    kind: fc.constant('list' as const),
    seconds: fc.array(seconds, { minLength: 1, maxLength: 10 }),
    jitter,
  }),
);
const retry = fc.integer({ min: 1, max: 10 });
const random = fc.double({ min: 0, max: 0.999999, noNaN: true });

test('a delay stays between 1 second and 24 hours, and within a fifth of the planned one', () => {
  fc.assert(
    fc.property(aPlan, retry, random, (delays, nth, draw) => {
      const ms = drawDelayMs({ delays, retry: nth, random: draw });
      const plannedMs = plannedDelaySeconds({ delays, retry: nth }) * 1_000;
      expect(ms).toBeGreaterThanOrEqual(Math.max(1_000, plannedMs * 0.8 - 0.001));
      expect(ms).toBeLessThanOrEqual(Math.min(86_400_000, plannedMs * 1.2 + 0.001));
    }),
  );
});

test('without jitter the delays are exactly those of the preview', () => {
  fc.assert(
    fc.property(aPlan, fc.integer({ min: 1, max: 10 }), random, (given, retryCount, draw) => {
      const delays = { ...given, jitter: false };
      const retries = Array.from({ length: retryCount }, (_, index) => index + 1);
      const drawn = retries.map((nth) => drawDelayMs({ delays, retry: nth, random: draw }) / 1_000);
      const previewed = delaysText({ delays, retryCount }).split(', ').map(readDelay);
      expect(previewed).toEqual(drawn);
    }),
  );
});

test('delays survive writing and reading, as an object and as text', () => {
  fc.assert(
    fc.property(fc.option(aPlan), (delays) => {
      const written = toWireDelays(delays);
      expect(readRetryDelays(written)).toEqual({ delays });
      expect(readRetryDelays(JSON.stringify(written))).toEqual({ delays });
    }),
  );
});

test('a list repeats its last delay, an exponential one doubles up to a day', () => {
  const list: RetryDelays = { kind: 'list', seconds: [10, 60], jitter: false };
  expect(delaysText({ delays: list, retryCount: 4 })).toBe('10s, 1m, 1m, 1m');
  expect(delaysText({ delays: list, retryCount: 1 })).toBe('10s');
  const doubled: RetryDelays = { kind: 'exponential', seconds: 30_000, jitter: true };
  expect(delaysText({ delays: doubled, retryCount: 3 })).toBe('8h 20m, 16h 40m, 24h');
  expect(delaysText({ delays: doubled, retryCount: 3, from: 3 })).toBe('24h');
});

test('the sentence says how exact the delays are', () => {
  const sentence = (delays: RetryDelays | null, retryCount = 3) => retrySentence({ delays, retryCount });
  expect(sentence(null)).toBe('5s, 15s, 45s, each up to 20% shorter or longer');
  expect(sentence({ kind: 'fixed', seconds: 90, jitter: false })).toBe('1m 30s each time');
  expect(sentence({ kind: 'fixed', seconds: 90, jitter: true }, 1)).toBe(
    '1m 30s, up to 20% shorter or longer',
  );
  expect(sentence(null, 0)).toBeNull();
});

test('reads a delay in seconds, minutes and hours', () => {
  expect(['1 h 30 m 5 s', '1h30m5', '1h 5', '2m\t3s'].map(readDelay)).toEqual([5_405, 5_405, 3_605, 123]);
  expect(['30', '30s', '5m', '2h', '1h 30m', ' 90 S '].map(readDelay)).toEqual([
    30, 30, 300, 7_200, 5_400, 90,
  ]);
  expect(['1m 2h', '1h  x', '5 5'].map(readDelay)).toEqual([null, null, null]);
  expect(['', 'soon', '5d', '-1', '1.5', 's'].map(readDelay)).toEqual([null, null, null, null, null, null]);
  fc.assert(
    fc.property(seconds, (given) => {
      expect(readDelay(delayText(given))).toBe(given);
    }),
  );
});

test.each([
  ['no object', '[1]', 'Enter an object'],
  ['another kind', { kind: 'linear' }, 'must be one of default, fixed, exponential, list'],
  ['a second too few', { kind: 'fixed', seconds: 0 }, 'must be 1 second to 24 hours'],
  ['a second too many', { kind: 'list', seconds: [86_401] }, 'must be 1 second to 24 hours'],
  ['a part of a second', { kind: 'exponential', seconds: 1.5 }, 'must be 1 second to 24 hours'],
  ['a text', { kind: 'fixed', seconds: 'soon' }, 'Enter one delay.'],
  ['no list', { kind: 'list', seconds: 5 }, 'Enter a list of delays'],
  ['too long a list', { kind: 'list', seconds: Array.from({ length: 11 }, () => 1) }, 'There are 11 delays.'],
  ['jitter as text', { kind: 'fixed', seconds: 5, jitter: 'on' }, 'true or false'],
  ['another name', { kind: 'fixed', seconds: 5, factor: 2 }, 'factor is not a field'],
  ['seconds with kind default', { kind: 'default', seconds: 5 }, 'have no seconds'],
])('%s is refused with a remedy', (_what, given, message) => {
  expect(readRetryDelays(given)).toMatchObject({ message: expect.stringContaining(message) as string });
});
