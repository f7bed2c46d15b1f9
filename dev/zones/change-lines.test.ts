import '#domain/zones/shipped-zones.ts';
import { expect, test } from 'vitest';
import { changedZones } from '#domain/zones/compare-zones.ts';
import { createZones, type ZoneData } from '#domain/zones/zone-data.ts';
import { zonesInUse } from '#domain/zones/zones-in-use.ts';
import { changeLines } from './change-lines.ts';

const after = zonesInUse();
/** The forecast of 2025c for British Columbia and Alberta: the rules of the United States. */
const old: ZoneData = {
  ...after.data,
  version: '2025c',
  rulesOf(zone) {
    if (zone === 'America/Vancouver') return after.data.rulesOf('America/Los_Angeles');
    return after.data.rulesOf(zone === 'America/Edmonton' ? 'America/Denver' : zone);
  },
};
const names = ['Europe/Paris', 'America/Vancouver', 'Canada/Mountain', 'UTC', 'No/Zone'];

test('names the zones whose clocks will differ, from when and by how much', () => {
  const changes = changedZones({ before: createZones(old), after, names, from: Date.parse('2026-06-01') });
  expect(changeLines(changes).map((line) => line.trim().replaceAll(/ +/g, ' '))).toEqual([
    'America/Vancouver UTC-07:00 instead of UTC-08:00 from 2026-11-01T09:00Z on',
    'Canada/Mountain UTC-06:00 instead of UTC-07:00 from 2026-11-01T08:00Z on',
  ]);
});

test('rules that differ only in the past are no change', () => {
  const asked = { before: createZones(after.data), after, names };
  expect(changeLines(changedZones({ ...asked, from: 0 }))).toEqual(['  none from now on\n']);
});
