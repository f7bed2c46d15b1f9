import { createZone, type Zone, type ZoneRules } from './zone.ts';

/** A release of the time zone database (https://www.iana.org/time-zones). */
export interface ZoneData {
  /** Such as 2026f. */
  version: string;
  /** Names of zones that have rules. */
  zones: readonly string[];
  /** Other names, each with the zone it stands for. */
  links: ReadonlyMap<string, string>;
  /** Names people choose from, as zone.tab lists them; all others are older spellings or technical names. */
  current: readonly string[];
  /** The rules of one of `zones`, read each time. */
  rulesOf: (zone: string) => ZoneRules | undefined;
}

/** Zone data in use: zones are read on first use. */
export interface Zones {
  data: ZoneData;
  /** The IANA spelling of a name in any case; null for a name the data does not have. */
  spellingOf: (name: string) => string | null;
  zoneOf: (name: string) => Zone | undefined;
}

/** Makes zone data ready for use. */
export function createZones(data: ZoneData): Zones {
  const known = new Map<string, Zone>();
  const spellings = new Map([...data.zones, ...data.links.keys()].map((name) => [name.toLowerCase(), name]));
  const spellingOf = (name: string) => spellings.get(name.toLowerCase()) ?? null;
  return {
    data,
    spellingOf,
    zoneOf(name) {
      const zone = known.get(name);
      if (zone) return zone;
      const spelling = spellingOf(name) ?? name;
      const rules = data.rulesOf(data.links.get(spelling) ?? spelling);
      if (!rules) return undefined;
      const read = createZone(rules);
      // Only by its spelling: a name can come in as many others as it has letters.
      if (spelling === name) known.set(name, read);
      return read;
    },
  };
}

/**
 * Compares two versions such as 2026d and 2026f: releases count a, b … z within a year.
 * @returns above 0 where `one` is the newer
 */
export function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en');
}
