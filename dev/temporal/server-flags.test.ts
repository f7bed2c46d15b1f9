import { expect, test } from 'vitest';
import { serverFlags } from './server-flags.ts';

const cacheSize = (keptRuns?: number) =>
  serverFlags({ port: 7233, ...(keptRuns !== undefined && { keptRuns }) })
    .find((flag) => flag.startsWith('history.hostLevelCacheMaxSize='))
    ?.split('=')[1];

test('the server caches the requested number of runs, but at least enough for one instant', () => {
  expect(cacheSize(2_000)).toBe('2000');
  expect(cacheSize(10)).toBe('500');
});

test('without a number the server caches a thousand runs', () => {
  expect(cacheSize()).toBe('1000');
});

test('the server caches search attributes instead of reading them at each step', () => {
  expect(serverFlags({ port: 7233 })).toContain('system.forceSearchAttributesCacheRefreshOnRead=false');
});
