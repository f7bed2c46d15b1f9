import { expect, test } from 'vitest';
import { isOverLimit } from './event-limit.server.ts';

const noon = Date.UTC(2026, 0, 1, 12);

test('the 61st event of a code and group within a minute is over the limit, others are not', () => {
  const verdicts = Array.from({ length: 62 }, () =>
    isOverLimit({ code: 'token_bad', group: '192.0.2.1', now: noon }),
  );
  expect(verdicts.indexOf(true)).toBe(60);
  expect(isOverLimit({ code: 'token_bad', group: '192.0.2.2', now: noon })).toBe(false);
  expect(isOverLimit({ code: 'csrf', group: '192.0.2.1', now: noon })).toBe(false);
  expect(isOverLimit({ code: 'token_bad', group: '192.0.2.1', now: noon + 60_000 })).toBe(false);
});
