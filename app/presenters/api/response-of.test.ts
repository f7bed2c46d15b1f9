import { expect, test } from 'vitest';
import { responseOf } from './execution.ts';

const given = { contentType: 'application/json', isCut: false, isBinary: false, sha256: null };
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test('JSON is parsed down to 1,000 levels; deeper JSON stays a text that can still be sent', () => {
  expect(responseOf({ ...given, body: '{"a":"]["}' })).toEqual({ a: '][' });
  expect(JSON.stringify(responseOf({ ...given, body: nested(1_000) }))).toBe(nested(1_000));
  for (const depth of [1_001, 10_000, 100_000]) {
    expect(JSON.stringify(responseOf({ ...given, body: nested(depth) }))).toBe(JSON.stringify(nested(depth)));
  }
});
