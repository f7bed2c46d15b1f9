import { expect, test } from 'vitest';
import { logAddress, readLogQuery } from './log-query.ts';

test('the address of the log keeps type, search and page, and leaves out what it does not know', () => {
  const query = { type: 'AUTH_FAILURE', search: 'curl & co', page: 3 } as const;
  expect(readLogQuery(logAddress(query).replace('/admin/logs', ''))).toEqual(query);
  expect(readLogQuery('?type=NONE&page=0&query=+')).toEqual({ type: null, search: '', page: 1 });
  expect(logAddress({ type: null, search: '' })).toBe('/admin/logs');
});
