import { expect, test } from 'vitest';
import { logAddress, logWindow, readLogQuery } from './log-query.ts';

test("the log's address keeps type, search and page, and drops unknown values", () => {
  const query = {
    type: 'AUTH_FAILURE',
    search: 'curl & co',
    start: '2026-11-01',
    end: null,
    page: 3,
  } as const;
  expect(readLogQuery(logAddress(query).replace('/admin/logs', ''))).toEqual(query);
  expect(readLogQuery('?type=NONE&page=0&query=+')).toEqual({
    ...{ type: null, search: '', start: null, end: null, page: 1 },
  });
  expect(logAddress({ type: null, search: '', start: null, end: null })).toBe('/admin/logs');
});

test('a range includes its last day, and a day that does not exist is ignored', () => {
  const { start, end } = readLogQuery('?start=2026-02-30&end=2026-11-21');
  expect([start, end]).toEqual([null, '2026-11-21']);
  expect(logWindow({ start: '2026-11-20', end })).toEqual({
    from: new Date('2026-11-20T00:00:00Z'),
    until: new Date('2026-11-22T00:00:00Z'),
  });
});
