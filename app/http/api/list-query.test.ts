import { expect, test } from 'vitest';
import { dateFields, startWindowOf } from './list-query.ts';

test('a space before the offset of a date is read as the + that it was', () => {
  const from = (text: string) => {
    expect(dateFields.start_date.safeParse(text).success).toBe(true);
    return startWindowOf({ start_date: text }).from?.toISOString();
  };
  const asked = new URLSearchParams('start_date=2026-11-22T09:00:00+05:30').get('start_date') ?? '';
  expect(asked).toBe('2026-11-22T09:00:00 05:30');
  expect(from(asked)).toBe('2026-11-22T03:30:00.000Z');
  expect(from('2026-11-22T09:00:00+05:30')).toBe('2026-11-22T03:30:00.000Z');
});

test.each(['2026-11-22 09:00', '2026-11-22 09:00:00', '2026-11-22T09:00:00', '2026-02-31', ''])(
  '%j is not a date of the API',
  (text) => {
    expect(dateFields.start_date.safeParse(text).success).toBe(false);
  },
);
