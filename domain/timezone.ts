import { zoneOf, zonesInUse } from './zones/zones-in-use.ts';

const dayMs = 86_400_000;

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

/** Whether a name is a zone or a link of the zone data in use, in any case. Offsets such as +02:00 are refused. */
export function isTimeZone(id: string): boolean {
  return zonesInUse().spellingOf(id) !== null;
}

/** A zone's name in the spelling of IANA, as it is stored: Europe/Paris of europe/paris; null where it is no name. */
export function zoneSpelling(id: string): string | null {
  return zonesInUse().spellingOf(id);
}

/** The names that people choose from, UTC first, then those of zone.tab, then fixed offsets. Old names are not listed. */
export function listTimeZones(): string[] {
  const { current, zones } = zonesInUse().data;
  return ['UTC', ...current, ...zones.filter((name) => /^Etc\/GMT[+-]\d+$/.test(name))];
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

/** What the clocks of a zone show at an instant (UTC milliseconds). */
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

/** Minutes that the zone is ahead of UTC at an instant. */
export function offsetMinutes({ timeZone, at }: { timeZone: string; at: number }): number {
  return Math.round(zoneOf(timeZone).periodAt(at).offset / 60_000);
}

/** "UTC+01:00" */
export function offsetLabel({ timeZone, at }: { timeZone: string; at: number }): string {
  const minutes = offsetMinutes({ timeZone, at });
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.trunc(size / 60))}:${two(size % 60)}`;
}

/**
 * The first instant at which the clocks of a zone show a local time, UTC milliseconds. One that they skip is taken as
 * if they had not been put forward yet.
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
