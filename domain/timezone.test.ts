import { expect, test } from 'vitest';
import { commonTimeZones, instantOf, isTimeZone, listTimeZones, offsetLabel, wallClock } from './timezone.ts';

test("the specification's ten zones come first, in its order", () => {
  expect(commonTimeZones.join(' ')).toBe(
    'UTC America/New_York America/Chicago America/Denver America/Los_Angeles Europe/London Europe/Paris Asia/Tokyo ' +
      'Asia/Shanghai Australia/Sydney',
  );
});

test('the list holds every zone once, UTC among them', () => {
  const zones = listTimeZones();
  expect(zones).toHaveLength(new Set(zones).size);
  expect(zones.length).toBeGreaterThan(400);
  for (const zone of commonTimeZones) expect(zones).toContain(zone);
});

test.each(['UTC', 'Asia/Kolkata', 'Asia/Calcutta', 'Australia/Lord_Howe'])('%s is a time zone', (id) => {
  expect(isTimeZone(id)).toBe(true);
});

test.each(['', 'Mars/Olympus', '+02:00', ' UTC', 'Europe/Paris\n'])('%j is no time zone', (id) => {
  expect(isTimeZone(id)).toBe(false);
});

test('the clocks of a zone show their own day, and midnight is hour 0', () => {
  const at = Date.UTC(2026, 10, 21, 15);
  expect(wallClock({ timeZone: 'Asia/Tokyo', at })).toMatchObject({
    day: 22,
    hour: 0,
    minute: 0,
    weekday: 0,
  });
});

test('an offset is that of its instant, half hours too', () => {
  const [winter, summer] = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)];
  expect(offsetLabel({ timeZone: 'America/New_York', at: winter })).toBe('UTC-05:00');
  expect(offsetLabel({ timeZone: 'America/New_York', at: summer })).toBe('UTC-04:00');
  expect(offsetLabel({ timeZone: 'Australia/Lord_Howe', at: winter })).toBe('UTC+11:00');
  expect(offsetLabel({ timeZone: 'Australia/Lord_Howe', at: summer })).toBe('UTC+10:30');
});

test.each([
  ['America/New_York', '2026-11-21', '2026-11-21T05:00:00.000Z'],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
  ['UTC', '2026-11-21', '2026-11-21T00:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-21', '2026-11-20T18:30:00.000Z'],
  // Midnight is skipped there: the day begins at 01:00.
  ['America/Asuncion', '2023-10-01', '2023-10-01T04:00:00.000Z'],
  // Midnight comes twice there: the day begins with the first.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
])('a day of %s begins on %s at %s', (timeZone, date, instant) => {
  expect(new Date(instantOf({ timeZone, local: `${date}T00:00` })).toISOString()).toBe(instant);
});
