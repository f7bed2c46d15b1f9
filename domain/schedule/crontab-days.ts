import { cronWeekdays } from '#domain/time/names.ts';
import type { CronField } from './cron-fields.ts';
import { parseCron } from './cron.ts';

const monthLengths = [31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The days on which a crontab runs a schedule with both day fields. */
export interface CrontabDays {
  /** The expression that runs on the same days here, five fields; null where no single one does. */
  cron: string | null;
  /** For the import's row: the difference, and what to use. */
  hint: string;
}

/**
 * Reports whether a crontab means other days by an expression than Punctual does (D9a). Vixie cron and cronie require
 * both day fields to match if one begins with `*`, as in `0 0 1-7 * *\/7`:
 * https://github.com/cronie-crond/cronie/blob/master/src/cron.c
 * @param cron five fields, as a crontab has them
 * @returns null if both mean the same days, and for an expression that parseCron refuses
 */
export function crontabDays(cron: string): CrontabDays | null {
  const parsed = parseCron(cron);
  if (!parsed.isValid) return null;
  const { dayOfMonth, dayOfWeek, month } = parsed.fields;
  if (dayOfMonth.isStar || dayOfWeek.isStar) return null;
  if (!dayOfMonth.text.startsWith('*') && !dayOfWeek.text.startsWith('*')) return null;
  if (isOurs(dayOfMonth) || isOurs(dayOfWeek)) return null;

  const [minute = '', hour = '', dayText = '', monthText = '', weekdayText = ''] = parsed.cron.split(' ');
  const isEveryDay = dayOfMonth.values.length === 31;
  const isEveryWeekday = dayOfWeek.values.length === 7;
  if (isEveryDay && isEveryWeekday) return null;
  const days = isEveryDay
    ? `* ${monthText} ${weekdayText}`
    : isEveryWeekday
      ? `${dayText} ${monthText} *`
      : weekdaysWithin({ days: dayOfMonth.values, months: month.values, weekdays: dayOfWeek.values }).map(
          (list) => `* ${monthText} ${list}`,
        )[0];
  const replacement = days === undefined ? null : `${minute} ${hour} ${days}`;
  return { cron: replacement, hint: hintOf(replacement) };
}

/** Parts that no crontab knows: they are meant as ours. */
function isOurs(field: CronField): boolean {
  return (
    field.isLastDay || field.nearestWeekdays.length + field.lastWeekdays.length + field.nthWeekdays.length > 0
  );
}

/**
 * The list of `d#n` or `dL` for weekdays within days of the month: each seven days from the 1st contain the nth one of
 * every weekday, the last seven of a month the last one.
 * @returns the list, or nothing if the days are no such weeks
 */
function weekdaysWithin(fields: {
  days: readonly number[];
  months: readonly number[];
  weekdays: readonly number[];
}): string[] {
  const names = fields.weekdays.map((day) => cronWeekdays[day] ?? '');
  const days = new Set(fields.days);
  const first = Math.min(...days);
  const areLastDays =
    days.size === 7 &&
    fields.months.every((month) => monthLengths[month - 1] === first + 6 && days.has(first + 6));
  if (areLastDays) return [names.map((name) => `${name}L`).join(',')];

  const weeks = [1, 2, 3, 4, 5].map((nth) => ({
    nth,
    dates: [1, 2, 3, 4, 5, 6, 7].map((day) => (nth - 1) * 7 + day).filter((date) => date <= 31),
  }));
  const whole = weeks.filter(({ dates }) => dates.every((date) => days.has(date)));
  const size = whole.reduce((sum, { dates }) => sum + dates.length, 0);
  if (size !== days.size) return [];
  return [whole.flatMap(({ nth }) => names.map((name) => `${name}#${nth}`)).join(',')];
}

function hintOf(replacement: string | null): string {
  const meaning =
    'Crontabs run this only on days that match both day fields; Punctual runs it when either matches.';
  return replacement === null
    ? `${meaning} No single expression says both: check the next runs.`
    : `${meaning} To keep the crontab's days, use ${replacement}.`;
}
