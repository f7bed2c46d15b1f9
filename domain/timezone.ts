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

/** Whether Intl knows the name: a zone of the IANA database or one of its links; offsets such as +02:00 are refused. */
export function isTimeZone(id: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(id)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: id });
    return true;
  } catch {
    return false;
  }
}

/** Every zone, UTC first: Intl's own list lacks it. */
export function listTimeZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((id) => id !== 'UTC')];
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

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

/** What the clocks of a zone show at an instant (UTC milliseconds). */
export function wallClock({ timeZone, at }: { timeZone: string; at: number }): WallClock {
  const part: Record<string, string> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(at)) part[type] = value;
  const [year, month, day] = [Number(part.year), Number(part.month), Number(part.day)];
  return {
    year,
    month,
    day,
    hour: Number(part.hour),
    minute: Number(part.minute),
    second: Number(part.second),
    weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay(),
  };
}

/** Minutes that the zone is ahead of UTC at an instant. */
export function offsetMinutes({ timeZone, at }: { timeZone: string; at: number }): number {
  const clock = wallClock({ timeZone, at });
  const asUtc = Date.UTC(clock.year, clock.month - 1, clock.day, clock.hour, clock.minute, clock.second);
  return Math.round((asUtc - Math.floor(at / 1000) * 1000) / 60_000);
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
  const dayMs = 86_400_000;
  const shows = (at: number) => {
    const { year, month, day, hour, minute } = wallClock({ timeZone, at });
    return Date.UTC(year, month - 1, day, hour, minute) === asUtc;
  };
  const at = (near: number) => asUtc - offsetMinutes({ timeZone, at: near }) * 60_000;
  const [before, after] = [at(asUtc - dayMs), at(asUtc + dayMs)];
  return [Math.min(before, after), Math.max(before, after)].find(shows) ?? before;
}
