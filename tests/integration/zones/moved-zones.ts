import type { ZoneData } from '#domain/zones/zone-data.ts';
import '#domain/zones/shipped-zones.ts';
import { zonesInUse } from '#domain/zones/zones-in-use.ts';

const shipped = zonesInUse().data;

/**
 * A release of zone data of a test's own: what the product ships, with other offsets for good.
 * @param hours ahead of UTC, by zone
 */
export function movedZones({
  version,
  hours,
}: {
  version: string;
  hours: Readonly<Record<string, number>>;
}): ZoneData {
  return {
    ...shipped,
    version,
    rulesOf(zone) {
      const moved = hours[zone];
      if (moved === undefined) return shipped.rulesOf(zone);
      return { first: moved * 3600, changes: [], offsets: [], tail: null };
    },
  };
}
