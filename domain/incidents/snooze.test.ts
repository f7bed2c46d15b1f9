import { expect, test } from 'vitest';
import '#domain/zones/shipped-zones.ts';
import { dayMs, hourMs } from '#domain/time/units.ts';
import { snoozeEnd, snoozeError } from './snooze.ts';

const now = Date.parse('2026-11-27T12:00:00Z');

test.each([
  ['UTC', '2026-11-27T12:00:00Z', '2026-11-28T09:00:00Z'],
  ['Asia/Tokyo', '2026-11-27T16:00:00Z', '2026-11-29T00:00:00Z'],
  ['America/New_York', '2026-11-28T03:00:00Z', '2026-11-28T14:00:00Z'],
  // The clocks of Berlin are set in the night between.
  ['Europe/Berlin', '2026-03-28T20:00:00Z', '2026-03-29T07:00:00Z'],
  ['Europe/Berlin', '2026-10-24T20:00:00Z', '2026-10-25T08:00:00Z'],
  ['UTC', '2026-12-31T23:59:00Z', '2027-01-01T09:00:00Z'],
])('tomorrow in %s, seen at %s, is %s', (timeZone, at, end) => {
  const until = snoozeEnd({ choice: 'tomorrow', now: Date.parse(at), timeZone });
  expect(new Date(until).toISOString()).toBe(new Date(end).toISOString());
});

test('hours are hours of elapsed time', () => {
  expect(snoozeEnd({ choice: '1h', now, timeZone: 'UTC' })).toBe(now + hourMs);
  expect(snoozeEnd({ choice: '4h', now, timeZone: 'Europe/Berlin' })).toBe(now + 4 * hourMs);
});

test('a snooze ends in the future, within 7 days', () => {
  expect(snoozeError({ until: now + 1, now })).toBeNull();
  expect(snoozeError({ until: now + 7 * dayMs, now })).toBeNull();
  expect(snoozeError({ until: now + 7 * dayMs + 1, now })).toBe('Choose a time within 7 days.');
  expect(snoozeError({ until: now, now })).toBe('Choose a time in the future.');
  expect(snoozeError({ until: Number.NaN, now })).toBe('Choose a day and a time.');
});
