import { expect, test } from 'vitest';
import { countedRows } from './use-newer-rows.ts';

const base = 'all';
const counted = { base, total: 523 };

test('further back the earlier count is kept, so that added rows count as new', () => {
  expect(countedRows({ counted, base, total: 525, isFurtherBack: true })).toBe(counted);
});

test('on the newest rows, and with another filter, every row counts as seen', () => {
  expect(countedRows({ counted, base, total: 525, isFurtherBack: false })).toEqual({ base, total: 525 });
  expect(countedRows({ counted, base: 'failed', total: 7, isFurtherBack: true })).toEqual({
    base: 'failed',
    total: 7,
  });
});

test('rows removed by retention do not hide new ones', () => {
  expect(countedRows({ counted, base, total: 500, isFurtherBack: true })).toEqual({ base, total: 500 });
});

test('nothing new changes nothing', () => {
  expect(countedRows({ counted, base, total: 523, isFurtherBack: false })).toBe(counted);
});
