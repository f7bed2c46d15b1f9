import { type Weekday, weekdays } from '#domain/schedule/week-hours.ts';
import { timeZoneError, zoneSpelling } from '#domain/schedule/timezone.ts';
import { dayMs, hourMs, minuteMs } from '#domain/time/units.ts';
import { zoneOf } from '#domain/zones/zones-in-use.ts';

/** Hours of a channel whose notifications wait for their end and become one digest (D54). */
export interface QuietHours {
  /** The days on which they begin. */
  weekdays: Weekday[];
  /** Local time, "22:00". */
  from: string;
  /** Local time, on the next day unless it is later than `from`. The same time is a whole day. */
  until: string;
  timeZone: string;
}

export type QuietHoursField = keyof QuietHours;
export type QuietHoursErrors = Partial<Record<QuietHoursField, string>>;

const clock = /^([01]\d|2[0-3]):[0-5]\d$/;
const timeError = 'Enter a time such as 22:00.';

/**
 * Reads quiet hours as typed or sent.
 * @returns the errors by field, each with its remedy, where they are not valid
 */
export function readQuietHours(given: {
  weekdays?: unknown;
  from?: unknown;
  until?: unknown;
  timeZone?: unknown;
}): { quietHours: QuietHours; errors: null } | { quietHours: null; errors: QuietHoursErrors } {
  const errors: QuietHoursErrors = {};
  const days = Array.isArray(given.weekdays) ? given.weekdays : [];
  const chosen = weekdays.filter((day) => days.includes(day));
  if (chosen.length === 0 || !days.every((day) => weekdays.includes(day as Weekday)))
    errors.weekdays = `Choose at least one of ${weekdays.join(', ')}.`;
  const from = timeOf(given.from);
  const until = timeOf(given.until);
  if (from === null) errors.from = timeError;
  if (until === null) errors.until = timeError;
  if (from !== null && from === until && chosen.length === weekdays.length)
    errors.until = 'Choose another time or fewer days: these hours never end.';
  const zone = typeof given.timeZone === 'string' ? given.timeZone.trim() : '';
  const zoneError = zone === '' ? 'Choose a time zone, such as Europe/Paris.' : timeZoneError(zone);
  if (zoneError !== null) errors.timeZone = zoneError;
  if (Object.keys(errors).length > 0 || from === null || until === null) return { quietHours: null, errors };
  return {
    quietHours: { weekdays: chosen, from, until, timeZone: zoneSpelling(zone) ?? zone },
    errors: null,
  };
}

function timeOf(given: unknown): string | null {
  // Some browsers send seconds.
  const text = typeof given === 'string' ? given.trim().replace(/^(\d\d:\d\d):00$/, '$1') : '';
  return clock.test(text) ? text : null;
}

/**
 * The end of the quiet hours that an instant is in; null outside of them. They begin with the first instant whose local
 * time has reached `from`, and end with the last one before `until`: where clocks are set back, the repeated hour does
 * not interrupt them. Hours that follow each other without a gap are one period.
 *
 * @param at UTC milliseconds
 */
export function quietUntil({ quietHours, at }: { quietHours: QuietHours; at: number }): number | null {
  let end: number | null = null;
  // A week of whole days, and one more.
  for (let step = 0; step <= weekdays.length + 1; step += 1) {
    const next = endAt({ quietHours, at: end ?? at });
    if (next === null) return end;
    end = next;
  }
  return end;
}

function endAt({ quietHours, at }: { quietHours: QuietHours; at: number }): number | null {
  const { timeZone, from, until } = quietHours;
  const today = Math.floor((at + zoneOf(timeZone).periodAt(at).offset) / dayMs);
  const lasts = timeMs(until) > timeMs(from) ? 0 : dayMs;
  const ends: number[] = [];
  // A clock change may move a day across midnight.
  for (let day = today - 2; day <= today + 1; day += 1) {
    if (!quietHours.weekdays.includes(weekdayOf(day))) continue;
    const start = firstAt({ timeZone, local: day * dayMs + timeMs(from) });
    const end = lastBefore({ timeZone, local: day * dayMs + timeMs(until) + lasts });
    if (start <= at && at < end) ends.push(end);
  }
  return ends.length === 0 ? null : Math.max(...ends);
}

/** Day 0 was a Thursday. */
const weekdayOf = (day: number) => weekdays[(((day + 3) % 7) + 7) % 7] as Weekday;

function timeMs(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * hourMs + minutes * minuteMs;
}

/** The first instant whose local time is at least this one; local times as if they were UTC. */
function firstAt({ timeZone, local }: { timeZone: string; local: number }): number {
  const zone = zoneOf(timeZone);
  let period = zone.periodAt(local - 2 * dayMs);
  while (local - period.offset >= period.end) period = zone.periodAt(period.end);
  return Math.max(local - period.offset, period.start);
}

/** The end of the last instants whose local time is before this one. */
function lastBefore({ timeZone, local }: { timeZone: string; local: number }): number {
  const zone = zoneOf(timeZone);
  let period = zone.periodAt(local - 2 * dayMs);
  let end = Math.min(local - period.offset, period.end);
  while (period.end < local + 2 * dayMs) {
    period = zone.periodAt(period.end);
    if (period.start + period.offset < local) end = Math.min(local - period.offset, period.end);
  }
  return end;
}

const everyDay = weekdays.length;
const workdays = weekdays.slice(0, 5);
const weekend = weekdays.slice(5);

/** Quiet hours in words: "Monday to Friday from 22:00 to 07:00, Europe/Berlin". */
export function quietHoursText({ weekdays: days, from, until, timeZone }: QuietHours): string {
  const hours = from === until ? `from ${from} for 24 hours` : `from ${from} to ${until}`;
  return `${daysText(days)} ${hours}, ${timeZone}`;
}

function daysText(days: Weekday[]): string {
  if (days.length === everyDay) return 'Every day';
  const isThese = (others: Weekday[]) =>
    days.length === others.length && others.every((day) => days.includes(day));
  if (isThese(workdays)) return 'Monday to Friday';
  if (isThese(weekend)) return 'Saturday and Sunday';
  const names = weekdays.filter((day) => days.includes(day)).map(capitalized);
  return names.length === 1 ? `${names[0]}s` : names.join(', ').replace(/, (\w+)$/, ' and $1');
}

const capitalized = (day: Weekday) => day.slice(0, 1).toUpperCase() + day.slice(1);

/** Quiet hours as stored; null where there are none. A stored value was checked when it was saved. */
export function storedQuietHours(value: unknown): QuietHours | null {
  return typeof value === 'object' && value !== null ? readQuietHours(value).quietHours : null;
}
