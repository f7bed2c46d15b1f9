import { readdirSync } from 'node:fs';
import type { ServerBuild } from '@remix-run/node';
import { expect, test } from 'vitest';
import { publicRoutes } from '#app/http/edge/route-of-path.server.ts';

const route = (id: string, path: string) => ({ [id]: { id, parentId: 'root', path, module: {} } });
const build = {
  routes: {
    root: { id: 'root', path: '', module: {} },
    ...route('job', 'jobs/:id'),
    ...route('execution', 'jobs/:id/executions/:eid'),
    ...route('status', 'jobs/:id/status'),
    ...route('find', 'jobs/find'),
    ...route('confirm', 'mail/:token'),
    ...route('rest', '*'),
  },
} as unknown as ServerBuild;

test('a path finds its route and its own parameters, however many similar paths were looked up before', () => {
  const routeOf = publicRoutes(build);
  const found = [
    ...['/jobs/17', '/jobs/4', '/jobs/17/executions/900', '/jobs/4/executions/17', '/jobs/4/status'],
    ...['/jobs/x1', '/jobs/17/', '/jobs/%31', '/jobs/find', '/mail/17', '/mail/a-secret', '/mail/another'],
    ...['/17', '/17/4', '/4/17', '/jobs/17/4', '/jobs/4/17', '/jobs/1,2'],
  ].map((path) => [path, routeOf(path)?.id, routeOf(path)?.params]);
  expect(found).toEqual([
    ['/jobs/17', 'job', { id: '17' }],
    ['/jobs/4', 'job', { id: '4' }],
    ['/jobs/17/executions/900', 'execution', { id: '17', eid: '900' }],
    ['/jobs/4/executions/17', 'execution', { id: '4', eid: '17' }],
    ['/jobs/4/status', 'status', { id: '4' }],
    ['/jobs/x1', 'job', { id: 'x1' }],
    ['/jobs/17/', 'job', { id: '17' }],
    ['/jobs/%31', 'job', { id: '1' }],
    ['/jobs/find', 'find', {}],
    ['/mail/17', 'confirm', { token: '17' }],
    ['/mail/a-secret', 'confirm', { token: 'a-secret' }],
    ['/mail/another', 'confirm', { token: 'another' }],
    ['/17', 'rest', { '*': '17' }],
    ['/17/4', 'rest', { '*': '17/4' }],
    ['/4/17', 'rest', { '*': '4/17' }],
    ['/jobs/17/4', 'rest', { '*': 'jobs/17/4' }],
    ['/jobs/4/17', 'rest', { '*': 'jobs/4/17' }],
    ['/jobs/1,2', 'job', { id: '1,2' }],
  ]);
});

test('no route has a number as a segment: the cache would confuse it with other numbers', () => {
  const names = readdirSync('app/routes').flatMap((file) => file.split('.'));
  expect(names.filter((name) => /^\d+$/.test(name))).toEqual([]);
});
