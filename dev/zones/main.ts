import '#domain/zones/shipped-zones.ts';
import { changedZones } from '#domain/zones/compare-zones.ts';
import { compareVersions, createZones } from '#domain/zones/zone-data.ts';
import { zonesInUse } from '#domain/zones/zones-in-use.ts';
import { readZoneData } from '#server/zones/read-zone-data.server.ts';
import { changeLines } from './change-lines.ts';
import { newestPackage } from './newest-package.ts';

// `npm run zones`: is there newer zone data in the registry, and which zones would change? Ends with 1 where there is.

const path = process.argv[2];
const own = process.env.TZ_DATA ? createZones(readZoneData(process.env.TZ_DATA)) : zonesInUse();
const newest = path === undefined ? await newestPackage() : { name: path, data: readZoneData(path) };
if (newest === null) {
  process.stdout.write(`Time zone data ${own.data.version}; the registry cannot be reached.\n`);
} else if (compareVersions(newest.data.version, own.data.version) <= 0) {
  process.stdout.write(`Time zone data ${own.data.version}: nothing newer in ${newest.name}.\n`);
} else {
  const after = createZones(newest.data);
  const changes = changedZones({ before: own, after, names: namesOf(after), from: Date.now() });
  process.stdout.write(
    `Time zone data ${own.data.version}; ${newest.name} has ${newest.data.version}. Zones that change:\n` +
      changeLines(changes).join(''),
  );
  process.exitCode = 1;
}

/** Names people choose from, and UTC. */
function namesOf({ data }: typeof own): string[] {
  return [...data.current, 'UTC'];
}
