import { expect, test } from 'vitest';
import { formChoices } from '#app/presenters/job-form/form-choices.ts';
import { matchZones } from './match-zones.ts';
import { findZone } from '#app/presenters/job-form/zone-choices.ts';

const { zones } = formChoices({ now: Date.UTC(2026, 10, 26) });
const foundBy = (typed: string) => matchZones({ zones, typed }).zones.map(({ id }) => id);
const sureBy = (typed: string) => matchZones({ zones, typed }).sure?.id ?? null;

test.each([
  ['berlin', 'Europe/Berlin'],
  ['New York', 'America/New_York'],
  ['new_york', 'America/New_York'],
  ['europe/par', 'Europe/Paris'],
  ['EUROPE/PARIS', 'Europe/Paris'],
  ['port au', 'America/Port-au-Prince'],
  ['buenos', 'America/Argentina/Buenos_Aires'],
  ['são paulo', 'America/Sao_Paulo'],
  ['sweden', 'Europe/Stockholm'],
  ['turkiye', 'Europe/Istanbul'],
  ['japan', 'Asia/Tokyo'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['calcutta', 'Asia/Kolkata'],
  ['us/pacific', 'America/Los_Angeles'],
  ['pacific standard', 'America/Los_Angeles'],
  ['est', 'America/New_York'],
  ['CET', 'Europe/Paris'],
  ['BST', 'Europe/London'],
  ['ist', 'Asia/Kolkata'],
  ['utc', 'UTC'],
  ['gmt', 'UTC'],
  ['+05:45', 'Asia/Kathmandu'],
  ['UTC-8', 'America/Los_Angeles'],
  ['gmt+0530', 'Asia/Colombo'],
  ['  tokyo ', 'Asia/Tokyo'],
])('%s finds %s first', (typed, first) => {
  expect(foundBy(typed)[0]).toBe(first);
});

test('an abbreviation finds every zone that uses it', () => {
  expect(foundBy('CET')).toEqual(expect.arrayContaining(['Europe/Paris', 'Europe/Berlin', 'Europe/Rome']));
  expect(foundBy('ist')).toEqual(expect.arrayContaining(['Europe/Dublin', 'Asia/Jerusalem']));
});

test('an offset finds the zones that have it now, and no others', () => {
  const offsets = (typed: string) => new Set(matchZones({ zones, typed }).zones.map(({ offset }) => offset));
  expect([...offsets('+5')].sort()).toEqual(['UTC+05:00', 'UTC+05:30', 'UTC+05:45']);
  expect([...offsets('+05:3')]).toEqual(['UTC+05:30']);
  expect([...offsets('UTC-0330')]).toEqual(['UTC-03:30']);
  expect([...offsets('\u22128')]).toEqual(['UTC-08:00']);
  expect([...offsets('+14')]).toEqual(['UTC+14:00']);
});

test('Etc names keep their reversed sign', () => {
  expect(matchZones({ zones, typed: 'Etc/GMT+5' }).zones[0]).toMatchObject({ offset: 'UTC-05:00' });
});

test('an empty text finds all zones in list order, nonsense finds none', () => {
  expect(foundBy(' ')).toEqual([...zones.common, ...zones.all].map(({ id }) => id));
  expect(foundBy('nowhere at all')).toEqual([]);
  expect(foundBy('(*')).toEqual([]);
});

test("a text is unambiguous if it is a zone's name, its city or its only match", () => {
  expect(['tokyo', 'Europe/Kiev', 'utc', 'kathm', '+05:45'].map(sureBy)).toEqual([
    ...['Asia/Tokyo', 'Europe/Kyiv', 'UTC', 'Asia/Kathmandu', 'Asia/Kathmandu'],
  ]);
  expect(['ber', 'cet', 'germany', '+5', '', 'nowhere'].map(sureBy)).toEqual([
    ...[null, null, null, null, null, null],
  ]);
});

test('every zone is found by its current and its older names', () => {
  for (const { id, old = [] } of [...zones.common, ...zones.all]) {
    expect(foundBy(id)[0], id).toBe(id);
    for (const name of old) expect(findZone({ zones, name })?.old, name).toContain(name);
  }
  expect(findZone({ zones, name: 'Mars/Olympus' })).toBeNull();
});
