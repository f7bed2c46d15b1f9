import { dayMs, leapYearMs, minuteMs } from '#domain/time/units.ts';
import { keptZoneOf, zoneToUse } from '#domain/zones/zone-names.ts';
import { hasZones, zoneOf, zonesInUse } from '#domain/zones/zones-in-use.ts';

/** The specification's ten, offered first (D12). */
export const commonTimeZones = [
  'UTC',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'Europe/London',
  'Europe/Paris',
  'Asia/Tokyo',
  'Asia/Shanghai',
  'Australia/Sydney',
] as const;

/**
 * Reports whether a name is a zone or a link of the zone data in use, in any case. Offsets such as +02:00 are refused.
 * In a browser, where a command is pasted, its own data says so until the server judges the form.
 */
export function isTimeZone(id: string): boolean {
  return hasZones() ? zonesInUse().spellingOf(id) !== null : isKnownToRuntime(id);
}

function isKnownToRuntime(id: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(id) || keptZoneOf(id.toUpperCase()) !== null) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: id });
    return keptZoneOf(id) === null;
  } catch {
    return false;
  }
}

/** The release of the time zone database that is in use, such as 2026f. */
export function zoneVersion(): string {
  return zonesInUse().data.version;
}

/** A zone's name in the spelling of IANA, as stored: Europe/Paris for europe/paris; null if it is no name. */
export function zoneSpelling(id: string): string | null {
  return zonesInUse().spellingOf(id);
}

/**
 * Why a name is not taken as a time zone, with the zone to use.
 * @returns null for a zone or a link of IANA, in any case
 */
export function timeZoneError(id: string): string | null {
  if (isTimeZone(id)) return null;
  const use = zoneToUse(id);
  const remedy = use === null ? 'Choose one from the list, such as Europe/Paris.' : `Use ${use}${hint(use)}.`;
  return `${id.slice(0, 40)} is not a time zone. ${remedy}`;
}

const hint = (zone: string) => (zone.startsWith('Etc/GMT') ? ', which has its sign reversed' : '');

/** The names people choose from, UTC first, then those of zone.tab, then fixed offsets. Old names are not listed. */
export function listTimeZones(): string[] {
  const { current, zones } = zonesInUse().data;
  return ['UTC', ...current, ...zones.filter((name) => /^Etc\/GMT[+-][1-9]\d?$/.test(name))];
}

const byOldRules: Readonly<Record<string, string>> = {
  ...{ EST5EDT: 'America/New_York', CST6CDT: 'America/Chicago' },
  ...{ MST7MDT: 'America/Denver', PST8PDT: 'America/Los_Angeles' },
};

/** Older names of the zones people choose from, by which they are found too: Kiev of Europe/Kyiv. */
export function oldZoneNames(): Map<string, string[]> {
  const { current, zones, links } = zonesInUse().data;
  const isCurrent = new Set([...current, 'UTC']);
  const old = new Map<string, string[]>();
  const add = (name: string, alias: string) => old.set(name, [...(old.get(name) ?? []), alias]);
  for (const [link, zone] of links) if (!isCurrent.has(link) && isCurrent.has(zone)) add(zone, link);
  // A zone that goes by an old name itself: its current names are links to it, and so are the other old ones.
  for (const zone of zones.filter((name) => !isCurrent.has(name))) {
    const linked = [...links].filter(([, target]) => target === zone).map(([link]) => link);
    for (const name of linked.filter((link) => isCurrent.has(link)))
      for (const alias of [zone, ...linked].filter((link) => !isCurrent.has(link))) add(name, alias);
  }
  for (const name of [...zones, ...links.keys()]) {
    // The clock of UTC under names of Greenwich.
    if (/^(Etc\/)?(GMT([+-]?0)?|Greenwich)$/.test(name)) add('UTC', name);
    // Links since release 2024b; some data still have them as zones with the same clock.
    const city = zones.includes(name) ? byOldRules[name] : undefined;
    if (city !== undefined) add(city, name);
  }
  return old;
}

/**
 * The current name of a zone: Asia/Kolkata for Asia/Calcutta, which some browsers still report.
 * @returns the name unchanged if it has no current one
 */
export function currentZoneName(id: string): string {
  const name = zoneSpelling(id) ?? id;
  if (listTimeZones().includes(name)) return name;
  for (const [current, old] of oldZoneNames()) if (old.includes(name)) return current;
  return name;
}

export interface WallClock {
  year: number;
  /** 1 to 12 */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** 0 to 6, Sunday to Saturday */
  weekday: number;
}

/** Local time of a zone at an instant (UTC milliseconds). */
export function wallClock({ timeZone, at }: { timeZone: string; at: number }): WallClock {
  const local = new Date(at + zoneOf(timeZone).periodAt(at).offset);
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    weekday: local.getUTCDay(),
  };
}

/** Minutes the zone is ahead of UTC at an instant. */
export function offsetMinutes({ timeZone, at }: { timeZone: string; at: number }): number {
  return Math.round(zoneOf(timeZone).periodAt(at).offset / minuteMs);
}

/**
 * The offsets of zones within two years of an instant, for pages: browsers otherwise use their own data.
 * @param timeZones names; UTC and unknown ones are omitted
 * @returns for each its end of validity (UTC milliseconds), and its minutes ahead of UTC by start
 */
export function zoneSpans({ timeZones, now }: { timeZones: readonly string[]; now: number }) {
  const [begin, until] = [now - 2 * leapYearMs, now + 2 * leapYearMs];
  const spans: Record<string, { until: number; spans: [from: number, minutes: number][] }> = {};
  for (const timeZone of new Set(timeZones)) {
    if (timeZone === 'UTC' || !isTimeZone(timeZone)) continue;
    const zone = zoneOf(timeZone);
    let period = zone.periodAt(begin);
    const shown: [number, number][] = [[begin, period.offset / minuteMs]];
    while (period.end < until) {
      period = zone.periodAt(period.end);
      shown.push([period.start, period.offset / minuteMs]);
    }
    spans[timeZone] = { until, spans: shown };
  }
  return spans;
}

/** "UTC+01:00" */
export function offsetLabel({ timeZone, at }: { timeZone: string; at: number }): string {
  const minutes = offsetMinutes({ timeZone, at });
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.trunc(size / 60))}:${two(size % 60)}`;
}

/**
 * The first instant of a local time in a zone, UTC milliseconds. A local time inside a gap is read as if the clocks had
 * not changed yet.
 * @param local "2026-11-21T09:00"
 */
export function instantOf({ timeZone, local }: { timeZone: string; local: string }): number {
  const asUtc = Date.parse(`${local}:00Z`);
  const zone = zoneOf(timeZone);
  let period = zone.periodAt(asUtc - 2 * dayMs);
  while (asUtc - period.offset >= period.end) period = zone.periodAt(period.end);
  const at = asUtc - period.offset;
  return at >= period.start ? at : asUtc - (period.reached - period.start);
}
