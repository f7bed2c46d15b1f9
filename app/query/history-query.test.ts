import { expect, test } from 'vitest';
import '#domain/zones/shipped-zones.ts';
import { jobSearch, searchWith } from '#app/query/history-address.ts';
import { readHistoryQuery, spansOf, historyWindowOf } from './history-query.ts';

const read = (search: string, mode: 'job' | 'mine' | 'utc' = 'job') =>
  readHistoryQuery({
    params: new URLSearchParams(search),
    jobZone: 'Europe/Paris',
    display: { mode, mine: 'America/New_York' },
  });

test('days are those of the displayed zone, the end day included', () => {
  const query = read('start=2026-11-20&end=2026-11-21');
  expect(historyWindowOf(query)).toEqual({
    from: new Date('2026-11-19T23:00:00Z'),
    until: new Date('2026-11-21T23:00:00Z'),
  });
  expect(read('', 'mine').zone).toBe('America/New_York');
  expect(read('zone=UTC').zone).toBe('UTC');
  expect(read('zone=Nowhere').zone).toBe('Europe/Paris');
});

test('a range that ends before it starts names the field to change', () => {
  expect(read('start=2026-11-21&end=2026-11-20').problem).toMatch(/End Date.*Start Date.*Choose/);
  expect(read('start=2026-11-21&end=2026-11-21').problem).toBeNull();
});

test('an invalid day, status or number is ignored', () => {
  expect(read('start=2026-02-30&end=tomorrow&status=odd&shown=-4')).toMatchObject({
    start: null,
    end: null,
    filter: 'all',
    shown: 10,
  });
  expect(read('shown=100000').shown).toBe(500);
  expect(read('cursor=1763737500000_42').cursor).toBe('1763737500000_42');
  expect(read('cursor=1763737500000').cursor).toBeNull();
});

test('a weekday and an hour select their hours in the zone, within the dates and 90 days', () => {
  const now = Date.parse('2026-11-26T07:00:00Z');
  const spans = (search: string) =>
    spansOf({ query: read(search), now })?.map(({ from, until }) => [
      new Date(from).toISOString().slice(0, 16),
      (until - from) / 60_000,
    ]) ?? null;
  expect(spans('')).toBeNull();
  expect(spans('weekday=tuesday&hour=9&start=2026-11-10&end=2026-11-17')).toEqual([
    ['2026-11-10T08:00', 60],
    ['2026-11-17T08:00', 60],
  ]);
  expect(spans('weekday=tuesday&hour=9')).toHaveLength(13);
  // Today's hour has just begun.
  expect(spans('hour=7&zone=UTC&start=2026-11-24')).toEqual([
    ['2026-11-24T07:00', 60],
    ['2026-11-25T07:00', 60],
  ]);
  expect(spans('weekday=thursday&start=2026-11-26')).toEqual([['2026-11-25T23:00', 480]]);
  expect(spans('weekday=tuesday&start=2027-01-01')).toEqual([]);
  expect(spans('hour=9')?.length).toBeLessThanOrEqual(92);
});

test('an invalid weekday or hour is ignored', () => {
  expect(read('weekday=someday&hour=24')).toMatchObject({ weekday: null, hour: null });
  expect(read('weekday=sunday&hour=0')).toMatchObject({ weekday: 'sunday', hour: 0 });
  expect(read('hour=-1').hour).toBeNull();
  expect(read('hour=').hour).toBeNull();
});

test('a search shows up to a thousand rows and needs no cursor', () => {
  expect(read('search=404&shown=100000&cursor=1763737500000_42')).toMatchObject({
    shown: 1_000,
    cursor: null,
  });
});

test('unnamed parameters are kept, and the job page drops those of the execution over it', () => {
  const search = '?status=failed&attempt=2&panel=headers';
  expect(searchWith({ search, changes: { attempt: '3', status: null } })).toBe('?attempt=3&panel=headers');
  expect(jobSearch(search)).toBe('?status=failed');
  expect(jobSearch('?attempt=2')).toBe('');
});
