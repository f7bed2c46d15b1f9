import { knownOffset } from '#app/format/zone-spans.ts';
import { shortMonths, shortWeekdays } from '#domain/time/names.ts';
import { quarterMs } from '#domain/time/units.ts';

// Formats dates and times as `MMM d, yyyy` and on a 24-hour clock, independent of the browser's language.

interface WallTime {
  /** "Nov 21, 2026" */
  date: string;
  /** "Sat, Nov 21, 2026" */
  dateWithWeekday: string;
  /** "10:05" */
  hour: string;
  /** "10:05:12" */
  second: string;
  /** "10:05:12.038" */
  millisecond: string;
  /** "2026-11-21T10:05", the format of a native date field. */
  input: string;
}

/** Local time in the zone at an instant (UTC milliseconds). */
export function wallTime({ at, timeZone }: { at: number; timeZone: string }): WallTime {
  const local = new Date(at + aheadOfUtc({ at, timeZone }));
  const date = `${shortMonths[local.getUTCMonth()] ?? ''} ${local.getUTCDate()}, ${local.getUTCFullYear()}`;
  const hour = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`;
  const second = `${hour}:${two(local.getUTCSeconds())}`;
  return {
    date,
    dateWithWeekday: `${shortWeekdays[local.getUTCDay()] ?? ''}, ${date}`,
    hour,
    second,
    millisecond: `${second}.${String(local.getUTCMilliseconds()).padStart(3, '0')}`,
    input: local.toISOString().slice(0, 16),
  };
}

const mostKept = 5_000;
const ahead = new Map<string, number>();

/**
 * UTC offset of a zone in milliseconds: from the server, or from the browser's own data outside the server's
 * range. Cached, because Intl is slow and a page has a hundred times: a lookup serves a quarter of an hour,
 * in which zones never change their clocks.
 */
function aheadOfUtc({ at, timeZone }: { at: number; timeZone: string }): number {
  if (timeZone === 'UTC') return 0;
  const reported = knownOffset({ at, timeZone });
  if (reported !== null) return reported;
  const quarter = Math.floor(at / quarterMs) * quarterMs;
  const key = `${timeZone} ${quarter}`;
  const known = ahead.get(key);
  if (known !== undefined) return known;
  const shown: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(quarter)) shown[type] = Number(value);
  const { year = 0, month = 1, day, hour, minute } = shown;
  const ms = Date.UTC(year, month - 1, day, hour, minute) - quarter;
  if (ahead.size >= mostKept) ahead.clear();
  ahead.set(key, ms);
  return ms;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  return format;
}

const two = (value: number) => String(value).padStart(2, '0');

/**
 * A span of milliseconds in at most two units, truncated rather than rounded: "48s", "4m 48s", "54m", "8h
 * 54m", "1d 20h".
 */
export function spanText(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (minutes === 0) return `${seconds}s`;
  if (minutes < 10) return `${minutes}m ${two(seconds % 60)}s`;
  if (hours === 0) return `${minutes}m`;
  if (hours < 24) return `${hours}h ${minutes % 60}m`;
  return `${Math.floor(hours / 24)}d ${hours % 24}h`;
}

/** "in 4m 48s", "13h 35m ago", "now" within the second. */
export function relativeText({ at, now }: { at: number; now: number }): string {
  const ms = at - now;
  if (Math.abs(ms) < 1000) return 'now';
  return ms > 0 ? `in ${spanText(ms)}` : `${spanText(ms)} ago`;
}

/** "New York" of `America/New_York`; `UTC` stays. */
export function cityOf(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** A whole number with separators: "48,209". */
export function countText(value: number): string {
  return value.toLocaleString('en-US');
}

/** "1 job", "2 jobs"; pass the plural if it is not formed with s. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** Milliseconds to the digit, for details: "1,863ms". */
export function exactMs(ms: number): string {
  return `${countText(Math.trunc(ms))}ms`;
}
