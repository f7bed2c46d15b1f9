import type { ZoneData } from './zone-data.ts';
import type { ZoneRules } from './zone.ts';

interface StoredZones {
  version: string;
  zones: Record<string, ZoneRules>;
  /** Other name, zone. */
  links: [string, string][];
  current: readonly string[];
}

/** Zone data as one text, complete: for processes of the same installation that have older data. */
export function toStoredZones(data: ZoneData): string {
  const zones: Record<string, ZoneRules> = {};
  for (const name of data.zones) {
    const rules = data.rulesOf(name);
    if (rules) zones[name] = rules;
  }
  const { version, links, current } = data;
  return JSON.stringify({ version, zones, links: [...links], current } satisfies StoredZones);
}

/** Reads what toStoredZones wrote. */
export function readStoredZones(text: string): ZoneData {
  const { version, zones, links, current } = JSON.parse(text) as StoredZones;
  const rules = new Map(Object.entries(zones));
  return {
    version,
    zones: [...rules.keys()],
    links: new Map(links),
    current,
    rulesOf: (zone) => rules.get(zone),
  };
}
