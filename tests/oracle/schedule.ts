import { tableChanges, tableOffset } from './zone-table.ts';

// A second, slow implementation of cron expressions: it parses the text independently and walks the calendar minute by
// minute. The property tests compare the schedule with it.

const minuteMs = 60_000;
const dayMs = 86_400_000;
const weekdayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const monthNames = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');

interface Day {
  year: number;
  month: number;
  day: number;
}

interface Local extends Day {
  minutes: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The local calendar minute at an instant. */
function localAt(timeZone: string, at: number): Local {
  if (!formats.has(timeZone)) {
    const two = '2-digit' as const;
    const parts = { year: 'numeric', month: two, day: two, hour: two, minute: two } as const;
    formats.set(timeZone, new Intl.DateTimeFormat('sv-SE', { timeZone, hourCycle: 'h23', ...parts }));
  }
  const [, year, month, day, hour, minute] =
    /^(\d+)-(\d+)-(\d+) (\d+):(\d+)/.exec(formats.get(timeZone)?.format(at) ?? '') ?? [];
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    minutes: Number(hour) * 60 + Number(minute),
  };
}

/** All instants of a schedule with after < instant <= until, by walking through every minute. */
export function oracleFires(schedule: {
  cron: string;
  timeZone: string;
  after: number;
  until: number;
}): number[] {
  const { cron, timeZone, after, until } = schedule;
  const [minute = '', hour = '', ...dayFields] = cron.split(' ');
  const isFixed = !/[*/]/.test(minute + hour);
  const hits = (local: Local) =>
    matches(minute, local.minutes % 60, 0, 59) &&
    matches(hour, Math.floor(local.minutes / 60), 0, 23) &&
    dayMatches(dayFields, local);

  const fires = new Set<number>();
  const seen = new Set<string>();
  // An hour and a half earlier, so the first of two equal local times is known.
  const start = Math.floor(after / minuteMs) * minuteMs - 180 * minuteMs;
  let last = localAt(timeZone, start - minuteMs);
  for (let at = start; at <= until; at += minuteMs) {
    const local = localAt(timeZone, at);
    const key = `${local.year}-${local.month}-${local.day} ${local.minutes}`;
    const isRepeat = seen.has(key);
    seen.add(key);
    const skipped = isFixed ? skippedBetween(last, local) : [];
    if (skipped.some(hits)) fires.add(at);
    if (hits(local) && !(isFixed && isRepeat)) fires.add(at);
    last = local;
  }
  return [...fires].filter((at) => at > after).sort((a, b) => a - b);
}

/** Local minutes that clocks skip between two successive real minutes, by their dates; none for a whole day or more. */
function skippedBetween(before: Local, now: Local): Local[] {
  const local = ({ year, month, day, minutes }: Local) => Date.UTC(year, month - 1, day, 0, minutes);
  const first = local(before) + minuteMs;
  const length = (local(now) - first) / minuteMs;
  if (length <= 0 || length >= 1440) return [];
  return Array.from({ length }, (_, index) => {
    const date = new Date(first + index * minuteMs);
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      minutes: date.getUTCHours() * 60 + date.getUTCMinutes(),
    };
  });
}

/** The dates within a century from a day on that match the day fields of an expression. */
export function oracleDays({ cron, from, count }: { cron: string; from: number; count: number }): number[] {
  const dayFields = cron.split(' ').slice(2);
  const days: number[] = [];
  for (let at = from; days.length < count && at < from + 100 * 366 * 86_400_000; at += 86_400_000) {
    const date = new Date(at);
    const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
    if (dayMatches(dayFields, day)) days.push(at);
  }
  return days;
}

/**
 * All instants with after < instant <= until a schedule of single times or of steps names, by the clock changes of the
 * table: each local time of each matching day is turned into instants by D10 and D10a.
 */
export function tableFires({
  cron,
  zone,
  after,
  until,
}: {
  cron: string;
  zone: string;
  after: number;
  until: number;
}): number[] {
  const [minute = '', hour = '', ...dayFields] = cron.split(' ');
  const isFixed = !/[*/]/.test(minute + hour);
  const hours = numbers(0, 23).filter((value) => matches(hour, value, 0, 23));
  const minutes = numbers(0, 59).filter((value) => matches(minute, value, 0, 59));
  const fires = new Set<number>();
  const firstDay = Math.floor(after / dayMs - 2) * dayMs;
  for (let day = firstDay; day < until + 2 * dayMs; day += dayMs) {
    const date = new Date(day);
    const parts = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
    if (!dayMatches(dayFields, parts)) continue;
    for (const local of hours.flatMap((h) => minutes.map((m) => day + (h * 60 + m) * minuteMs)))
      for (const at of tableInstants({ zone, local, isFixed })) fires.add(at);
  }
  return [...fires].filter((at) => at > after && at <= until).sort((a, b) => a - b);
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

function tableInstants({
  zone,
  local,
  isFixed,
}: {
  zone: string;
  local: number;
  isFixed: boolean;
}): number[] {
  const near = tableChanges(zone).filter(({ at }) => Math.abs(at - local) < 3 * dayMs);
  const offsets = new Set([
    ...near.flatMap(({ before, after }) => [before, after]),
    tableOffset({ zone, at: local }),
  ]);
  const real = [...offsets]
    .map((offset) => local - offset)
    .filter((at) => at + tableOffset({ zone, at }) === local)
    .sort((a, b) => a - b);
  if (!isFixed) return real;
  if (real.length > 0) return real.slice(0, 1);
  const gap = near.find(({ at, before, after }) => at + before <= local && local < at + after);
  return gap && gap.after - gap.before < dayMs ? [gap.at] : [];
}

function dayMatches([dayOfMonth = '', month = '', dayOfWeek = '']: string[], date: Day): boolean {
  if (!matches(named(month, monthNames, 1), date.month, 1, 12)) return false;
  const byDay = dayOfMonth.split(',').some((part) => monthDayMatches(part, date));
  const byWeekday = named(dayOfWeek, weekdayNames, 0)
    .split(',')
    .some((part) => weekdayMatches(part, date));
  if (dayOfMonth === '*') return byWeekday;
  if (dayOfWeek === '*') return byDay;
  return byDay || byWeekday;
}

function monthDayMatches(part: string, { year, month, day }: Day): boolean {
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (part === 'L') return day === length;
  if (!part.endsWith('W')) return matches(part, day, 1, 31);
  const wanted = Number(part.slice(0, -1));
  if (wanted > length) return false;
  const weekdayOf = (one: number) => new Date(Date.UTC(year, month - 1, one)).getUTCDay();
  const isWorkday = (one: number) => one >= 1 && one <= length && weekdayOf(one) >= 1 && weekdayOf(one) <= 5;
  // The nearest weekday of the same month: one day off before two.
  const nearest = [0, -1, 1, -2, 2].map((off) => wanted + off).find(isWorkday);
  return day === nearest;
}

function weekdayMatches(part: string, { year, month, day }: Day): boolean {
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (part.endsWith('L')) return weekday === Number(part.slice(0, -1)) % 7 && day + 7 > length;
  const [nthDay, nth] = part.split('#');
  if (nth !== undefined) return weekday === Number(nthDay) % 7 && Math.ceil(day / 7) === Number(nth);
  return (
    matches(part, weekday, 0, 6) ||
    (weekday === 0 && part !== '*' && !part.startsWith('*/') && matches(part, 7, 0, 7))
  );
}

function named(field: string, names: string[], first: number): string {
  return names.reduce((text, name, index) => text.replaceAll(name, String(index + first)), field);
}

function matches(field: string, value: number, min: number, max: number): boolean {
  return field.split(',').some((part) => {
    const [range = '', step = '1'] = part.split('/');
    const [from, to] = range === '*' ? [min, max] : range.split('-').map(Number);
    const low = from ?? min;
    return value >= low && value <= (to ?? (range === '*' ? max : low)) && (value - low) % Number(step) === 0;
  });
}
