import type { ServerBuild } from '@remix-run/node';
import { expect, test } from 'vitest';
import { routeNames } from '#app/http/edge/route-names.server.ts';
import { publicRoutes } from '#app/http/edge/route-of-path.server.ts';

const route = (id: string, parentId?: string, path?: string) => ({
  [id]: { id, parentId, path, index: path === undefined && parentId !== undefined, module: {} },
});
const build = {
  routes: {
    ...route('root'),
    ...route('home', 'root'),
    ...route('dashboard', 'root', 'dashboard'),
    ...route('dashboard/index', 'dashboard'),
    ...route('job', 'dashboard', 'jobs/:id'),
    ...route('confirm', 'root', 'mail/confirm/:token'),
    ...route('rest', 'root', '*'),
  },
} as unknown as ServerBuild;

test.each([
  ['/', '/'],
  ['/_root.data', '/'],
  ['/dashboard', '/dashboard'],
  ['/dashboard/jobs/4711', '/dashboard/jobs/:id'],
  ['/dashboard/jobs/4711.data', '/dashboard/jobs/:id'],
  ['/mail/confirm/a-token-that-is-a-secret', '/mail/confirm/:token'],
  ['/assets/entry-a1b2.js', '/assets/*'],
  ['/wp-login.php', '/*'],
  ['/readyz', '/readyz'],
])('%s is counted and logged as %s', (path, name) => {
  expect(routeNames(publicRoutes(build))(path)).toBe(name);
});

test('without a build of the pages a page has no template', () => {
  expect(routeNames(null)('/dashboard/jobs/4711')).toBe('page');
});
