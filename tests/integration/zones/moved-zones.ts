import type { ZoneData } from '#domain/zones/zone-data.ts';
import '#domain/zones/shipped-zones.ts';
import { zonesInUse } from '#domain/zones/zones-in-use.ts';

const shipped = zonesInUse().data;

/**
 * A test's own release of zone data: the product's, with other permanent offsets.
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
