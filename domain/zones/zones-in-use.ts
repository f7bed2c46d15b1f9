import shipped from 'moment-timezone/data/packed/latest.json';
import { readPackedZones } from './packed-zones.ts';
import { createZones, type ZoneData, type Zones } from './zone-data.ts';
import { keptZoneOf } from './zone-names.ts';
import type { Zone } from './zone.ts';

// The zone data of this process (D12a). Code of browsers must not import it: it would compute by data of another release.

let inUse: Zones | undefined;

/** The zone data that this process computes by: what Punctual ships until `useZoneData` has been given newer. */
export function zonesInUse(): Zones {
  inUse ??= createZones(readPackedZones(shipped));
  return inUse;
}

/** Computes by other data from now on, in all of this process. */
export function useZoneData(data: ZoneData): void {
  inUse = createZones(data);
}

/**
 * The rules of a zone by any of its names, those included under which jobs were saved before they were refused.
 * @throws Error for a name that isTimeZone refuses
 */
export function zoneOf(timeZone: string): Zone {
  const zones = zonesInUse();
  const zone = zones.zoneOf(timeZone) ?? zones.zoneOf(keptZoneOf(timeZone) ?? '');
  if (!zone) throw new Error(`${timeZone.slice(0, 40)} is not a time zone.`);
  return zone;
}
