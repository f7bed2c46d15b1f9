import { dayMs, minuteMs } from '#domain/time/units.ts';
import type { Zones } from './zone-data.ts';
import type { Period, Zone } from './zone.ts';

/** Rules further ahead will change before they apply. */
const comparedMs = 20 * 365 * dayMs;

/** Where the rules of a zone differ from others. */
export interface ZoneChange {
  zone: string;
  /** The first instant at which the clocks show another time, UTC milliseconds. */
  at: number;
  /** Minutes ahead of UTC at that instant, by the old rules and by the new ones. */
  before: number;
  after: number;
}

/**
 * Compares two releases of zone data from an instant on, 20 years ahead.
 * @param names zones or links; names missing from either release are omitted
 * @returns the changed zones, in the order of the names
 */
export function changedZones({
  before,
  after,
  names,
  from,
}: {
  before: Zones;
  after: Zones;
  names: readonly string[];
  from: number;
}): ZoneChange[] {
  return names.flatMap((zone) => {
    const [old, now] = [before.zoneOf(zone), after.zoneOf(zone)];
    const at = old && now ? firstDifference({ old, now, from }) : null;
    if (!old || !now || at === null) return [];
    const minutes = (one: Zone) => Math.round(one.periodAt(at).offset / minuteMs);
    return [{ zone, at, before: minutes(old), after: minutes(now) }];
  });
}

function firstDifference({ old, now, from }: { old: Zone; now: Zone; from: number }): number | null {
  for (let at = from; at < from + comparedMs;) {
    const periods: [Period, Period] = [old.periodAt(at), now.periodAt(at)];
    if (periods[0].offset !== periods[1].offset) return at;
    at = Math.min(periods[0].end, periods[1].end);
  }
  return null;
}
