import { fromMonday, weekdayNames } from '#domain/time/names.ts';
import { dayMs, hourMs, minuteMs, quarterMs } from '#domain/time/units.ts';
import { instantOf, offsetMinutes } from './timezone.ts';

/** As the addresses of pages name them, in the order of the heat map. */
export type Weekday = Lowercase<(typeof weekdayNames)[number]>;
export const weekdays: readonly Weekday[] = fromMonday(weekdayNames).map(
  (name) => name.toLowerCase() as Weekday,
);

/** An hour of the week in local time, or a whole weekday, or an hour of every day. */
export interface WeekHour {
  weekday: Weekday | null;
  /** 0 to 23 */
  hour: number | null;
}

/** A time range in UTC milliseconds, `until` excluded. */
export interface TimeSpan {
  from: number;
  until: number;
}

/** The hour of an instant in the week of a zone: weekday (0 is Monday) times 24 plus hour. */
export function weekHourAt({ at, timeZone }: { at: number; timeZone: string }): number {
  const local = at + offsetMinutes({ timeZone, at }) * minuteMs;
  return weekdayOf(local) * 24 + Math.floor((local - Math.floor(local / dayMs) * dayMs) / hourMs);
}

/** The last days of a zone up to an instant, today included. */
export function lastDays({ days, timeZone, now }: { days: number; timeZone: string; now: number }): {
  /** "2026-11-21" */
  firstDay: string;
  /** When it begins, UTC milliseconds. */
  from: number;
} {
  const today = Math.floor((now + offsetMinutes({ timeZone, at: now }) * minuteMs) / dayMs);
  const firstDay = dayText((today - days + 1) * dayMs);
  return { firstDay, from: instantOf({ timeZone, local: `${firstDay}T00:00` }) };
}

/**
 * The periods of an hour of the week in a zone, oldest first. An hour that occurs twice is as long as both; one inside
 * a gap is omitted.
 *
 * @param from and until: bounds in UTC milliseconds, within 400 days of each other
 */
export function weekHourSpans({
  weekday,
  hour,
  timeZone,
  from,
  until,
}: WeekHour & TimeSpan & { timeZone: string }): TimeSpan[] {
  const asked = weekday === null ? null : weekdays.indexOf(weekday);
  const spans: TimeSpan[] = [];
  const first = Math.floor((from + offsetMinutes({ timeZone, at: from }) * minuteMs) / dayMs);
  for (let day = first; ; day += 1) {
    const begin = instantOf({ timeZone, local: `${dayText(day * dayMs)}T00:00` });
    if (begin >= until) break;
    if (asked !== null && weekdayOf(day * dayMs) !== asked) continue;
    const end = instantOf({ timeZone, local: `${dayText((day + 1) * dayMs)}T00:00` });
    for (const span of hour === null
      ? [{ from: begin, until: end }]
      : hoursOf({ begin, end, hour, timeZone })) {
      const cut = { from: Math.max(span.from, from), until: Math.min(span.until, until) };
      if (cut.from < cut.until) spans.push(cut);
    }
  }
  return spans;
}

/** Where a day shows the hour: walked by quarter-hours, in which no zone sets its clocks, where the day changes them. */
function hoursOf({
  begin,
  end,
  hour,
  timeZone,
}: {
  begin: number;
  end: number;
  hour: number;
  timeZone: string;
}): TimeSpan[] {
  if (end - begin === dayMs) return [{ from: begin + hour * hourMs, until: begin + (hour + 1) * hourMs }];
  const spans: TimeSpan[] = [];
  for (let at = begin; at < end; at += quarterMs) {
    if (weekHourAt({ at, timeZone }) % 24 !== hour) continue;
    const last = spans.at(-1);
    if (last?.until === at) last.until = at + quarterMs;
    else spans.push({ from: at, until: at + quarterMs });
  }
  return spans;
}

/** 0 is Monday: January 1, 1970 was a Thursday. */
const weekdayOf = (local: number) => (Math.floor(local / dayMs) + 3) % 7;

const dayText = (local: number) => new Date(local).toISOString().slice(0, 10);
