import '#domain/zones/shipped-zones.ts';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createZones } from '#domain/zones/zone-data.ts';
import { zonesInUse } from '#domain/zones/zones-in-use.ts';
import { readEnv } from '#server/env.server.ts';
import { tableChanges } from '#tests/oracle/zone-table.ts';
import { readZoneData } from './read-zone-data.server.ts';

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const compiled = root('tests/oracle/zoneinfo');

test.each(['node_modules/moment-timezone', 'node_modules/moment-timezone/data/packed/latest.json'])(
  'reads the package at %s',
  (path) => {
    const [read, own] = [readZoneData(root(path)), zonesInUse().data];
    expect([read.version, read.zones, read.current]).toEqual([own.version, own.zones, own.current]);
    expect(read.rulesOf('America/Vancouver')).toEqual(own.rulesOf('America/Vancouver'));
  },
);

test('reads compiled zones: their listed changes, the rule in their last line, links of links and current names', () => {
  const data = readZoneData(compiled);
  const zones = createZones(data);
  expect(data.version).toBe('2026f');
  expect(data.current).toEqual(['America/Nuuk', 'America/Vancouver', 'Europe/Dublin', 'Europe/Paris']);
  for (const name of [
    'Europe/Paris',
    'Eire',
    'America/Nuuk',
    'America/Vancouver',
    'Antarctica/Macquarie',
    'Zulu',
  ]) {
    const zone = zones.zoneOf(name);
    const changes = [];
    for (let period = zone?.periodAt(0); zone && period && period.end < Date.UTC(2050, 0);) {
      const following = zone.periodAt(period.end);
      changes.push({ at: period.end, before: period.offset, after: following.offset });
      period = following;
    }
    expect(changes, name).toEqual(tableChanges(name));
  }
});

test('a start with unusable zone data is refused and says what the path lacks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zones-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const start = (path: string) => () =>
    readEnv({ DATABASE_URL: 'postgres://127.0.0.1/punctual', TZ_DATA: path });
  expect(start(join(folder, 'missing'))).toThrow(/TZ_DATA: there is nothing at /);
  expect(start(folder)).toThrow(/TZ_DATA: .* holds neither data\/packed\/latest.json .* nor tzdata.zi/);
  expect(start(file('one.json', '{"version":"2026f"}'))).toThrow(/TZ_DATA: .*one.json is not the file/);
  expect(start(file('two.json', 'no JSON'))).toThrow(/TZ_DATA: .*two.json is not the file/);
  file('tzdata.zi', 'Z Europe/Paris\n');
  expect(start(folder)).toThrow('does not begin with its version');
  file('tzdata.zi', '# version 2026f\nZ Paris\n');
  expect(start(folder)).toThrow(/Paris cannot be read|Paris ENOENT/);
  file('Paris', 'no zone');
  expect(start(folder)).toThrow('Paris is not a compiled zone file');
  expect(start(compiled)().TZ_DATA?.version).toBe('2026f');
});
