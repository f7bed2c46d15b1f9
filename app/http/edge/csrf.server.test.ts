import { expect, test } from 'vitest';
import { isOwnRequest } from '#app/http/edge/csrf.server.ts';

const origin = 'https://punctual.example';

function isTaken(ask: { site?: string; from?: string; method?: string; path?: string }): boolean {
  const { site, from, method = 'POST', path = '/logout' } = ask;
  return isOwnRequest({ method, path, secFetchSite: site, requestOrigin: from, origin });
}

test('S6: accepts a form of our own page', () => {
  expect(isTaken({ site: 'same-origin', from: origin })).toBe(true);
});

test.each(['cross-site', 'same-site', ''])(
  'S6: refuses a form that the browser calls %j, whatever its Origin',
  (site) => {
    expect(isTaken({ site, from: origin })).toBe(false);
  },
);

test('S6: accepts requests the user started directly, such as reloading a sent form', () => {
  expect(isTaken({ site: 'none' })).toBe(true);
});

test.each(['https://evil.example', 'null', `${origin}.evil.example`, 'http://punctual.example', undefined])(
  'S6: without Sec-Fetch-Site, refuses the Origin %s',
  (from) => {
    expect(isTaken(from === undefined ? {} : { from })).toBe(false);
  },
);

test('S6: without Sec-Fetch-Site, accepts our own Origin', () => {
  expect(isTaken({ from: origin })).toBe(true);
});

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('S6: checks %s like POST', (method) => {
  expect(isTaken({ method, site: 'cross-site' })).toBe(false);
});

test.each(['GET', 'HEAD'])('lets %s pass, which changes nothing', (method) => {
  expect(isTaken({ method, site: 'cross-site' })).toBe(true);
});

test.each([
  '/api/v1/jobs',
  '/api',
  '/mcp',
  '/webhooks/stripe',
  '/mail/stop/1.x',
  '/mail/unsubscribe/1.x',
  '/unsubscribe/1.x',
])('%s has its own credentials', (path) => {
  expect(isTaken({ path, site: 'cross-site' })).toBe(true);
});

test.each([
  '/apis',
  '/api-docs',
  '/dashboard/api/x',
  '/mcpx',
  '/mail/confirm/x',
  '/mail/stops',
  '/mail/unsubscribed',
  '/unsubscribe',
  '/unsubscribed/1.x',
])('S6: %s only looks like such a path', (path) => {
  expect(isTaken({ path, site: 'cross-site' })).toBe(false);
});
