import { expect, test } from 'vitest';
import {
  commonTimeZones,
  currentZoneName,
  instantOf,
  isTimeZone,
  listTimeZones,
  offsetLabel,
  oldZoneNames,
  timeZoneError,
  wallClock,
  zoneSpelling,
} from './timezone.ts';
import { knownNames } from '#domain/zones/zone-names.ts';
import '#domain/zones/shipped-zones.ts';
import { zonesInUse } from '#domain/zones/zones-in-use.ts';

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

test.each(['', 'Mars/Olympus', '+02:00', ' UTC', 'Europe/Paris\n'])('%j is not a time zone', (id) => {
  expect(isTimeZone(id)).toBe(false);
});

test('the wall clock of a zone has its own day, and midnight is hour 0', () => {
  const at = Date.UTC(2026, 10, 21, 15);
  expect(wallClock({ timeZone: 'Asia/Tokyo', at })).toMatchObject({
    day: 22,
    hour: 0,
    minute: 0,
    weekday: 0,
  });
});

test('an offset is that of its instant, half hours included', () => {
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
  // Midnight is repeated there: the day begins with the first.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
])('a day of %s begins on %s at %s', (timeZone, date, instant) => {
  expect(new Date(instantOf({ timeZone, local: `${date}T00:00` })).toISOString()).toBe(instant);
});

test.each([
  ['BST', 'Europe/London'],
  ['ist', 'Asia/Kolkata'],
  ['PST', 'America/Los_Angeles'],
  ['SystemV/EST5EDT', 'America/New_York'],
  ['US/Pacific-New', 'America/Los_Angeles'],
  ['Canada/East-Saskatchewan', 'America/Regina'],
  ['W. Europe Standard Time', 'Europe/Berlin'],
  ['GMT+3', 'Etc/GMT-3, which has its sign reversed'],
  ['UTC-8', 'Etc/GMT+8, which has its sign reversed'],
  ['+05:30', 'Asia/Kolkata'],
  ['utc+00:00', 'UTC'],
  ['Z', 'UTC'],
])('%s is refused, with the zone to use', (name, use) => {
  expect(timeZoneError(name)).toBe(`${name} is not a time zone. Use ${use}.`);
});

test.each(['Mars/Olympus', 'UTC+15', 'XYZ', ''])('%j is refused, with an example', (name) => {
  expect(timeZoneError(name)).toBe(
    `${name} is not a time zone. Choose one from the list, such as Europe/Paris.`,
  );
});

test('each suggested zone is valid, and no name known only to ICU is', () => {
  for (const { name, zone } of knownNames) {
    expect(isTimeZone(zone), zone).toBe(true);
    expect(isTimeZone(name), name).toBe(false);
  }
  expect(knownNames.length).toBeGreaterThan(80);
});

test("names are stored in IANA's spelling", () => {
  const names = ['europe/paris', 'AMERICA/PORT-AU-PRINCE', 'etc/gmt+5', 'Utc', 'Europe/Kiev', 'Mars/Olympus'];
  expect(names.map(zoneSpelling)).toEqual([
    ...['Europe/Paris', 'America/Port-au-Prince', 'Etc/GMT+5', 'UTC', 'Europe/Kiev'],
    null,
  ]);
});

test('jobs saved under a name of ICU keep its meaning', () => {
  const at = Date.UTC(2026, 6, 1);
  expect(offsetLabel({ timeZone: 'BST', at })).toBe('UTC+06:00');
  expect(offsetLabel({ timeZone: 'SystemV/PST8PDT', at })).toBe('UTC-07:00');
  expect(() => offsetLabel({ timeZone: 'XYZ', at })).toThrow('is not a time zone');
});

test('old names map to the current ones', () => {
  const old = oldZoneNames();
  const current = listTimeZones();
  expect(old.get('Europe/Kyiv')).toContain('Europe/Kiev');
  expect(old.get('Asia/Kolkata')).toContain('Asia/Calcutta');
  expect(old.get('America/Nuuk')).toContain('America/Godthab');
  expect(current).not.toContain('Europe/Kiev');
  for (const zone of old.keys()) expect(current).toContain(zone);
});

test('every accepted name is listed, or found by the listed name of the same clock', () => {
  const { zones, links } = zonesInUse().data;
  const listed = listTimeZones();
  const accepted = [...zones, ...links.keys()];
  expect(accepted.filter((name) => !listed.includes(currentZoneName(name)))).toEqual([]);
  expect(listed.filter((name) => !isTimeZone(name))).toEqual([]);
  for (const at of [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)])
    for (const name of accepted)
      expect(offsetLabel({ timeZone: currentZoneName(name), at }), name).toBe(
        offsetLabel({ timeZone: name, at }),
      );
});

test.each([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['europe/kiev', 'Europe/Kyiv'],
  ['Etc/UTC', 'UTC'],
  ['GMT', 'UTC'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
  ['Europe/Stockholm', 'Europe/Stockholm'],
  ['Mars/Olympus', 'Mars/Olympus'],
])('the current name of %s is %s', (name, current) => {
  expect(currentZoneName(name)).toBe(current);
});
