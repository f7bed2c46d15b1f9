import { expect, test } from 'vitest';
import { readJobListQuery } from '#app/query/list-query.ts';
import { viewQuery } from './saved-views.ts';
import { viewWords } from './view-words.ts';

test('a view keeps search, filters and order, but neither the page nor the show-all switch', () => {
  const kept = 'search=a+b&filter=paused&tag=ops&result=failed&sort=name&order=desc';
  expect(viewQuery(readJobListQuery(`?${kept}&show=all&page=3&list=few&other=x`))).toBe(kept);
  expect(viewQuery(readJobListQuery('?show=all'))).toBe('');
});

test.each([
  ['search=a+b&filter=active', '“a b”, Active'],
  ['tag=ops&result=failed', 'tag ops, last result Failed'],
  ['filter=paused&sort=last&order=desc', 'Paused, by last run, descending'],
  ['order=desc', 'by next run, descending'],
])('%s reads "%s"', (query, words) => {
  expect(viewWords(query)).toBe(words);
});
