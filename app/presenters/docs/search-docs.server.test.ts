import { expect, test } from 'vitest';
import { docsPages } from '#app/content/docs-pages.ts';
import { searchDocs } from './search-docs.server.ts';

process.env['DATABASE_URL'] ??= 'postgres://nobody@127.0.0.1/none';
const pathsFor = (typed: string) => searchDocs(typed).map(({ path }) => path);

test('an empty search finds every page, in order', () => {
  expect(pathsFor(' ')).toEqual(docsPages.map(({ name }) => `/docs/${name}`));
});

test('a matching heading ranks before a page that only mentions it', () => {
  expect(pathsFor('python hmac')[0]).toBe('/docs/signing#in-python');
  expect(pathsFor('Catch-Up outage')).toContain('/docs/delivery#after-an-outage');
  expect(pathsFor('rate_limit')[0]).toBe('/docs/errors#rate_limit');
});

test('every word must match; a word found nowhere finds nothing', () => {
  expect(pathsFor('badge README')).toContain('/docs/start#a-badge-for-your-readme');
  expect(pathsFor('badge zeppelin')).toEqual([]);
});

test('the search text is only compared, however long and strange', () => {
  expect(searchDocs('(['.repeat(5_000))).toEqual([]);
  expect(searchDocs('a '.repeat(5_000)).length).toBeLessThanOrEqual(20);
});

test('an excerpt shows the matching word', () => {
  for (const { excerpt, path } of searchDocs('retry-after').slice(0, 2))
    expect(excerpt.toLowerCase(), path).toContain('retry-after');
});
