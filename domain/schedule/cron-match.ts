import { remember } from '#domain/remember.ts';
import { dayMs, hourMs, minuteMs } from '#domain/time/units.ts';
import type { CronField } from './cron-fields.ts';
import { type CronParts, parseCron } from './cron.ts';

// The calendar of an expression, without a time zone: local times are milliseconds as if they were UTC.

export interface CronMatcher {
  /** Fixed times: a gap moves them, and they fire once if they occur twice (D10). */
  isFixed: boolean;
  /** The first local time the expression names at or after a local time; null where none comes within 50 years. */
  next: (from: number) => number | null;
}

/** February 29 as the fifth weekday of its month comes every 28 years, and once in 40 around 2100. */
const monthsSearched = 50 * 12;
const mostMonthsKept = 12;

/**
 * Reads an expression for repeated searches.
 * @throws Error on an expression that parseCron refuses
 */
export const matcherOf: (cron: string) => CronMatcher = remember((cron) => {
  const parsed = parseCron(cron);
  if (!parsed.isValid) throw new Error(`Not a schedule: ${parsed.message}`);
  return createMatcher(parsed.fields);
});

function createMatcher(fields: CronParts): CronMatcher {
  const { minute, hour } = fields;
  // A bit for each day of the last used months: a thousand jobs at one instant use the same two.
  const known = new Map<number, number>();
  const daysIn = (month: number) => {
    let days = known.get(month);
    if (days === undefined) {
      days = matchingDays({ fields, year: Math.floor(month / 12), monthIndex: month % 12 });
      if (known.size >= mostMonthsKept) known.clear();
      known.set(month, days);
    }
    return days;
  };
  return {
    isFixed: !minute.hasWildcard && !hour.hasWildcard,
    next(from) {
      const begin = new Date(Math.ceil(from / minuteMs) * minuteMs);
      const first = begin.getUTCFullYear() * 12 + begin.getUTCMonth();
      const today = begin.getUTCDate();
      if ((daysIn(first) & (1 << today)) !== 0) {
        const time = timeAtLeast({ hour, minute, from: begin });
        if (time !== null) return Math.floor(begin.getTime() / dayMs) * dayMs + time;
      }
      const midnight = (hour.values[0] ?? 0) * hourMs + (minute.values[0] ?? 0) * minuteMs;
      for (let month = first; month <= first + monthsSearched; month += 1) {
        const day = firstDay({ days: daysIn(month), after: month === first ? today : 0 });
        if (day !== null) return Date.UTC(Math.floor(month / 12), month % 12, day) + midnight;
      }
      return null;
    },
  };
}

/** The first time of a day that is not before the clock of `from`, in milliseconds; null after the day's last. */
function timeAtLeast({ hour, minute, from }: { hour: CronField; minute: CronField; from: Date }) {
  const [hourNow, minuteNow] = [from.getUTCHours(), from.getUTCMinutes()];
  const rest = hour.values.includes(hourNow) ? minute.values.find((value) => value >= minuteNow) : undefined;
  if (rest !== undefined) return hourNow * hourMs + rest * minuteMs;
  const later = hour.values.find((value) => value > hourNow);
  return later === undefined ? null : later * hourMs + (minute.values[0] ?? 0) * minuteMs;
}

function firstDay({ days, after }: { days: number; after: number }): number | null {
  const rest = days & ~((2 << after) - 1);
  // The lowest bit that is set.
  return rest === 0 ? null : 31 - Math.clz32(rest & -rest);
}

interface Month {
  fields: CronParts;
  year: number;
  /** 0 to 11 */
  monthIndex: number;
}

/** The days of a month that match, bit n for day n; two day fields mean either (D9). */
function matchingDays({ fields: { dayOfMonth, month, dayOfWeek }, year, monthIndex }: Month): number {
  if (!month.values.includes(monthIndex + 1)) return 0;
  const first = Date.UTC(year, monthIndex, 1);
  const length = Math.round((Date.UTC(year, monthIndex + 1, 1) - first) / dayMs);
  const firstWeekday = new Date(first).getUTCDay();
  const dates = datesOf({ field: dayOfMonth, length, firstWeekday });
  let days = 0;
  for (let day = 1; day <= length; day += 1) {
    const isDate = !dayOfMonth.isStar && dates.has(day);
    const isWeekday = !dayOfWeek.isStar && weekdayMatches({ field: dayOfWeek, day, length, firstWeekday });
    if (isDate || isWeekday || (dayOfMonth.isStar && dayOfWeek.isStar)) days |= 1 << day;
  }
  return days;
}

interface Days {
  field: CronField;
  length: number;
  /** Weekday of day 1, 0 to 6. */
  firstWeekday: number;
}

function datesOf({ field, length, firstWeekday }: Days): Set<number> {
  const dates = new Set(field.values);
  if (field.isLastDay) dates.add(length);
  for (const wanted of field.nearestWeekdays.filter((day) => day <= length)) {
    const isWorkday = (day: number) =>
      day >= 1 && day <= length && (firstWeekday + day - 1) % 7 !== 0 && (firstWeekday + day - 1) % 7 !== 6;
    // Saturdays go back and Sundays forward, unless that leaves the month.
    const nearest = [wanted, wanted - 1, wanted + 1, wanted - 2, wanted + 2].find(isWorkday);
    if (nearest !== undefined) dates.add(nearest);
  }
  return dates;
}

function weekdayMatches({ field, day, length, firstWeekday }: Days & { day: number }): boolean {
  const weekday = (firstWeekday + day - 1) % 7;
  const nth = Math.ceil(day / 7);
  return (
    field.values.includes(weekday) ||
    (day + 7 > length && field.lastWeekdays.includes(weekday)) ||
    field.nthWeekdays.some((one) => one.weekday === weekday && one.nth === nth)
  );
}
