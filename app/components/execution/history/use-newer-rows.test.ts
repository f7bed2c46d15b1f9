import { expect, test } from 'vitest';
import { countedRows } from './use-newer-rows.ts';

const base = 'all';
const counted = { base, total: 523 };

test('further back the count of what was there stands, so that what is added is new', () => {
  expect(countedRows({ counted, base, total: 525, isFurtherBack: true })).toBe(counted);
});

test('among the newest rows, and with another filter, all that is there is known', () => {
  expect(countedRows({ counted, base, total: 525, isFurtherBack: false })).toEqual({ base, total: 525 });
  expect(countedRows({ counted, base: 'failed', total: 7, isFurtherBack: true })).toEqual({
    base: 'failed',
    total: 7,
  });
});

test('rows that retention took do not hide new ones', () => {
  expect(countedRows({ counted, base, total: 500, isFurtherBack: true })).toEqual({ base, total: 500 });
});

test('nothing new is no change', () => {
  expect(countedRows({ counted, base, total: 523, isFurtherBack: false })).toBe(counted);
});
