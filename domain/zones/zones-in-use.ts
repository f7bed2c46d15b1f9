import { createZones, type ZoneData, type Zones } from './zone-data.ts';
import { keptZoneOf } from './zone-names.ts';
import type { Zone } from './zone.ts';

// The zone data of this process (D12a). A browser has none: it would compute by data of another release.

let shipped: (() => ZoneData) | undefined;
let inUse: Zones | undefined;

/** The data comes from shipped-zones.ts, which no browser loads. */
export function shipZones(read: () => ZoneData): void {
  shipped = read;
}

/** Computes by other data from now on, in all of this process. */
export function useZoneData(data: ZoneData): void {
  inUse = createZones(data);
}

/** Reports whether this is a process that computes times of zones. */
export function hasZones(): boolean {
  return inUse !== undefined || shipped !== undefined;
}

/**
 * Zone data of this process: the data Punctual ships until `useZoneData` sets newer data.
 * @throws Error in a browser
 */
export function zonesInUse(): Zones {
  if (inUse) return inUse;
  if (!shipped) throw new Error('There is no zone data here: the server computes times of zones.');
  inUse = createZones(shipped());
  return inUse;
}

/**
 * Rules of a zone by any of its names, including names that are refused for new jobs.
 * @throws Error for a name that isTimeZone refuses
 */
export function zoneOf(timeZone: string): Zone {
  const zones = zonesInUse();
  const zone = zones.zoneOf(timeZone) ?? zones.zoneOf(keptZoneOf(timeZone) ?? '');
  if (!zone) throw new Error(`${timeZone.slice(0, 40)} is not a time zone.`);
  return zone;
}
