import { expect, test } from 'vitest';
import type { FoundRoute } from '#app/http/edge/route-of-path.server.ts';
import { normalizeTarget } from './normal-path.server.ts';

const origin = 'https://punctual.example';
const templates = ['/dashboard', '/dashboard/jobs/:id', '/api/v1/auth/token', '/docs/:name.md', '/api/*'];
/** As Remix matches: in any case. */
const routeOf = (path: string): FoundRoute | null => {
  const found = templates.find((template) => {
    const pattern = template.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*');
    return new RegExp(`^${pattern}$`, 'i').test(path);
  });
  return found === undefined ? null : { id: found, template: found, params: {} };
};
const evaluate = (target: string) => normalizeTarget({ target, origin, routeOf });

test.each([
  '/',
  '/dashboard',
  '/dashboard.data?_routes=routes%2Fdashboard',
  '/_root.data',
  '/dashboard/jobs/7?page=2&search=%2F..%2f%00',
  '/api/v1/auth/token',
  '/docs/api.md',
  '/docs/%C3%A9t%c3%a9.md',
  '/mail/stop/AbC-_~.x',
  '/assets/dashboard.jobs._id-AbC$1.js',
  '/a%40b@c:d;e,f=g+h!(i)*',
])('accepts a path in normal form: %s', (target) => {
  expect(evaluate(target)).toEqual({ target });
});

test.each([
  ['/dashboard/', '/dashboard'],
  ['/dashboard//jobs///7/', '/dashboard/jobs/7'],
  ['//evil.example/x', '/evil.example/x'],
  ['///', '/'],
  ['/Dashboard?a=B', '/dashboard?a=B'],
  ['/DASHBOARD.data', '/dashboard.data'],
  ['/API/v1/Auth/TOKEN', '/api/v1/auth/token'],
  ['/API/other/Names', '/api/other/Names'],
  ['/docs/Api.MD', '/docs/Api.md'],
  ['/%64ashboard', '/dashboard'],
  ['/%41PI/v1/auth/token', '/api/v1/auth/token'],
  ['/a{b}', '/a%7Bb%7D'],
])('redirects to the normal form: %s', (target, moved) => {
  expect(evaluate(target)).toEqual({ moved });
});

test.each([
  '/x/../api/v1/jobs',
  '/x/%2e%2e/api',
  '/x/.%2E/api',
  '/./dashboard',
  '/dashboard/.',
  '/dashboard/.data',
  '/.data',
  '/dashboard%2fjobs',
  '/dashboard%5Cjobs',
  '/dashboard\\jobs',
  '/\\evil.example',
  '/a%00b',
  '/a%0d%0ab',
  '/a%7f',
  '/a%',
  '/a%zz',
  '/a%ff',
  '/a%ed%a0%80',
  '/a#/../b',
  '/a b',
  '/a\u00e9',
  '/a?b\u0000',
  '*',
  '',
  'dashboard',
  'evil.example:443',
  'http://evil.example/dashboard',
  'https://punctual.example.evil.example/',
  'https://punctual.example@evil.example/',
  'http://punctual.example/',
  'ftp://punctual.example/',
])('refuses a path without a normal form: %s', (target) => {
  expect(evaluate(target)).toEqual({ moved: null });
});

test.each([
  ['https://punctual.example', '/'],
  ['https://punctual.example/dashboard?a', '/dashboard?a'],
  ['HTTPS://Punctual.Example?a', '/?a'],
])('an absolute URL of our own host is read as its path: %s', (target, path) => {
  expect(evaluate(target)).toEqual({ target: path });
});
