import { expect, test } from 'vitest';
import { cacheControlOf } from '#app/http/edge/cache-rule.server.ts';

test.each(['/dashboard', '/dashboard/jobs/7', '/dashboard.data', '/admin', '/_root.data'])(
  'browsers do not store %s',
  (path) => {
    expect(cacheControlOf({ path, hasSession: false })).toBe('no-store');
  },
);

test('a public page may be stored, but must be revalidated', () => {
  expect(cacheControlOf({ path: '/login', hasSession: false })).toBe('private, no-cache');
});

test('a public page for a signed-in visitor is not stored', () => {
  expect(cacheControlOf({ path: '/', hasSession: true })).toBe('no-store');
});
