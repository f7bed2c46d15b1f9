import { expect, test } from 'vitest';
import { responseKind } from './response-kind.ts';

const origin = 'https://punctual.example';
const kindOf = (path: string, given: { method?: string; mode?: RequestMode } = {}) =>
  responseKind({
    request: { method: 'GET', mode: 'navigate', ...given, url: new URL(path, origin).href },
    origin,
  });

test('pages come from the network, hashed files from the cache', () => {
  expect(kindOf('/')).toBe('page');
  expect(kindOf('/dashboard/jobs/1?tab=history')).toBe('page');
  expect(kindOf('/assets/app-Xy1.css', { mode: 'no-cors' })).toBe('asset');
});

test.each([
  ['/dashboard.data', { mode: 'cors' as const }],
  ['/dashboard.data', {}],
  ['/dashboard/live', { mode: 'cors' as const }],
  ['/__manifest?p=/dashboard', { mode: 'cors' as const }],
  ['/api/v1/jobs', {}],
  ['/auth/callback?code=1', {}],
  ['/mcp', { mode: 'cors' as const }],
  ['/mail/stop/1', {}],
  ['/sw.js', {}],
  ['/dashboard', { method: 'POST' }],
  ['/manifest.webmanifest', { mode: 'cors' as const }],
  ['https://elsewhere.example/assets/app.js', {}],
])('%s is left to the browser %o', (path, given) => {
  expect(kindOf(path, given)).toBe('browser');
});
