// Dates and hours as the product writes them: `MMM d, yyyy` and a 24-hour clock, whatever the browser's language.

const formats = new Map<string, Intl.DateTimeFormat>();

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
}

/** What a clock in the zone shows at the instant (UTC milliseconds). */
export function wallTime({ at, timeZone }: { at: number; timeZone: string }): WallTime {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const { weekday, month, day, year, hour, minute, second, fractionalSecond } = parts as Record<
    string,
    string
  >;
  const date = `${month} ${day}, ${year}`;
  return {
    date,
    dateWithWeekday: `${weekday}, ${date}`,
    hour: `${hour}:${minute}`,
    second: `${hour}:${minute}:${second}`,
    millisecond: `${hour}:${minute}:${second}.${fractionalSecond}`,
  };
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  return format;
}

const two = (value: number) => String(value).padStart(2, '0');

/** A span of milliseconds in two units at most, cut and never rounded: "48s", "4m 48s", "54m", "8h 54m", "1d 20h". */
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

/** "1 job", "2 jobs"; the plural is given where an s is not enough. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** Milliseconds to the digit, for details: "1,863ms". */
export function exactMs(ms: number): string {
  return `${countText(Math.trunc(ms))}ms`;
}
