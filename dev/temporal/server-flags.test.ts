import { expect, test } from 'vitest';
import { serverFlags } from './server-flags.ts';

const cacheSize = (keptRuns?: number) =>
  serverFlags({ port: 7233, ...(keptRuns !== undefined && { keptRuns }) })
    .find((flag) => flag.startsWith('history.hostLevelCacheMaxSize='))
    ?.split('=')[1];

test('the server keeps as many runs as is said, and never too few for those of one instant', () => {
  expect(cacheSize(2_000)).toBe('2000');
  expect(cacheSize(10)).toBe('500');
});

test('unless it is said the server keeps its own number', () => {
  expect(cacheSize()).toBeUndefined();
});

test('the server keeps what it knows of search attributes, which its tool would have it read at each step', () => {
  expect(serverFlags({ port: 7233 })).toContain('system.forceSearchAttributesCacheRefreshOnRead=false');
});
