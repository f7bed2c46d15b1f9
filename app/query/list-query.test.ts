import { expect, test } from 'vitest';
import { listAddress, pageLinks, readJobListQuery, sortLink } from './list-query.ts';

test('unknown parameters give the default list', () => {
  const plain = readJobListQuery('');
  expect(readJobListQuery('?filter=x&result=x&sort=x&order=x&page=0&show=x&tag=')).toEqual(plain);
  expect(listAddress(plain)).toBe('?');
});

test('a query is written back as it was read', () => {
  const address = '?search=a+b&filter=paused&tag=ops&result=failed&sort=name&order=desc&show=all&page=3';
  expect(listAddress(readJobListQuery(address))).toBe(address);
});

test('a column sorts one way, then the other, and starts at the first page', () => {
  const query = readJobListQuery('?show=all&page=4');
  expect(sortLink({ query, sort: 'next' })).toEqual({ to: '?order=desc&show=all', direction: 'ascending' });
  expect(sortLink({ query, sort: 'name' })).toEqual({ to: '?sort=name&show=all', direction: 'none' });
  expect(sortLink({ query, sort: 'last' }).to).toBe('?sort=last&order=desc&show=all');
});

test('pages have fifty rows, and there is none beyond the last', () => {
  const links = (address: string, matching: number) =>
    pageLinks({ query: readJobListQuery(address), matching });
  expect(links('', 120)).toEqual({ page: 1, pages: 1, previous: null, next: null });
  expect(links('?show=all&page=2', 120)).toEqual({
    page: 2,
    pages: 3,
    previous: '?show=all',
    next: '?show=all&page=3',
  });
  expect(links('?show=all&page=9', 120)).toMatchObject({ page: 3, next: null });
});

test("the saved choice counts until an address or the list's form says otherwise", () => {
  const isAll = (address: string, isListingAll: boolean) =>
    readJobListQuery(address, { isListingAll }).isShowingAll;
  expect(isAll('', true)).toBe(true);
  expect(isAll('?sort=name', false)).toBe(false);
  expect(isAll('?list=few&show=all', false)).toBe(true);
  expect(isAll('?list=few', true)).toBe(false);
});
