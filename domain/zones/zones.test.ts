import { describe, expect, test } from 'vitest';
import { tableChanges, tableOffset, tableVersion, tableZones } from '#tests/oracle/zone-table.ts';
import './shipped-zones.ts';
import { zoneOf, zonesInUse } from './zones-in-use.ts';

const { data, spellingOf } = zonesInUse();
/** Their clocks follow Ramadan, which no yearly rule expresses. */
const byRamadan = ['Asia/Gaza', 'Asia/Hebron'];

test('the comparison table has the same release: zone-table.py renews it', () => {
  expect(tableVersion).toBe(data.version);
});

test('the data has the names of the table, and no others', () => {
  expect([...data.zones, ...data.links.keys()].sort()).toEqual(tableZones.toSorted());
});

/** Every change of a zone between two instants, as the product's rules say. */
function changesOf(zone: string, from: number, until: number) {
  const changes = [];
  for (let period = zoneOf(zone).periodAt(from); period.end < until;) {
    const following = zoneOf(zone).periodAt(period.end);
    changes.push({ at: period.end, before: period.offset, after: following.offset });
    period = following;
  }
  return changes;
}

test('every zone changes its clocks when the table says, from 1970 to 2037 and beyond', () => {
  let count = 0;
  for (const zone of tableZones) {
    const until = byRamadan.includes(zone) ? Date.UTC(2038, 0) : Date.UTC(2050, 0);
    const expected = tableChanges(zone).filter(({ at }) => at < until);
    expect(changesOf(zone, 0, until), zone).toEqual(expected);
    expect(zoneOf(zone).periodAt(0).offset, zone).toBe(tableOffset({ zone, at: 0 }));
    count += expected.length;
  }
  expect(count).toBeGreaterThan(30_000);
});

test('a period ends where the next one starts, and has the furthest time shown so far', () => {
  for (const zone of ['Europe/Paris', 'America/Nuuk', 'Pacific/Apia', 'UTC']) {
    let period = zoneOf(zone).periodAt(-Infinity);
    while (period.end < Date.UTC(2100, 0)) {
      const following = zoneOf(zone).periodAt(period.end);
      expect(following.start).toBe(period.end);
      expect(zoneOf(zone).periodAt(period.end - 1)).toBe(period);
      expect(following.reached).toBe(Math.max(period.reached, period.end + period.offset));
      period = following;
    }
  }
});

describe('names', () => {
  test("are accepted in any case, and returned in IANA's spelling", () => {
    for (const zone of tableZones) {
      expect(spellingOf(zone.toLowerCase())).toBe(zone);
      expect(spellingOf(zone.toUpperCase())).toBe(zone);
    }
  });

  test('links have the rules of their zone', () => {
    const at = Date.UTC(2026, 11, 1);
    for (const [link, zone] of data.links)
      expect(zoneOf(link).periodAt(at)).toEqual(zoneOf(zone).periodAt(at));
  });

  test.each(['constructor', '__proto__', 'toString', '', 'Factory'])('%j is not a zone', (name) => {
    expect(spellingOf(name)).toBeNull();
    expect(() => zoneOf(name)).toThrow('is not a time zone');
  });
});
