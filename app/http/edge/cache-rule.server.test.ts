import { expect, test } from 'vitest';
import { cacheControlOf } from '#app/http/edge/cache-rule.server.ts';

test.each(['/dashboard', '/dashboard/jobs/7', '/dashboard.data', '/admin', '/_root.data'])(
  'a browser keeps nothing of %s',
  (path) => {
    expect(cacheControlOf({ path, hasSession: false })).toBe('no-store');
  },
);

test('a public page may be kept, and is asked for again', () => {
  expect(cacheControlOf({ path: '/login', hasSession: false })).toBe('private, no-cache');
});

test('a public page that knows its visitor is not kept', () => {
  expect(cacheControlOf({ path: '/', hasSession: true })).toBe('no-store');
});
