import { expect, test } from 'vitest';
import { listTimeZones } from '#domain/schedule/timezone.ts';
import './shipped-zones.ts';
import { zoneWords } from './zone-words.ts';

const now = Date.UTC(2026, 10, 26);

test.each([
  ['Europe/Berlin', ['DE'], ['CET', 'CEST']],
  ['Europe/Stockholm', ['SE'], ['CET', 'CEST']],
  ['America/New_York', ['US'], ['EST', 'EDT']],
  ['America/Phoenix', ['US'], ['MST']],
  ['Asia/Kuching', ['MY'], []],
  ['Asia/Brunei', ['BN'], []],
  // A number is not an abbreviation, and one from years ago is no longer used.
  ['Europe/Istanbul', ['TR'], []],
  ['Etc/GMT+5', [], []],
])('%s is used in %j and abbreviated %j', (name, countries, abbreviations) => {
  expect(zoneWords({ name, now })).toMatchObject({ countries, abbreviations });
});

test('the country with few other zones comes first', () => {
  expect(zoneWords({ name: 'Asia/Tokyo', now }).countries[0]).toBe('JP');
  expect(zoneWords({ name: 'Asia/Singapore', now }).countries[0]).toBe('SG');
});

test('an ambiguous abbreviation means the zone most people mean', () => {
  const meaning = (word: string) =>
    listTimeZones().filter((name) => zoneWords({ name, now }).meant.includes(word));
  expect(meaning('BST')).toEqual(['Europe/London']);
  expect(meaning('IST')).toEqual(['Asia/Kolkata']);
  expect(meaning('W. Europe Standard Time')).toEqual(['Europe/Berlin']);
});

test('every regional zone has a country', () => {
  const without = listTimeZones().filter((name) => zoneWords({ name, now }).countries.length === 0);
  expect(without.filter((name) => name !== 'UTC' && !name.startsWith('Etc/'))).toEqual([]);
});
