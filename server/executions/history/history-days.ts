import type { ApiStatus } from '#domain/outcome.ts';
import { dayMs } from '#domain/time/units.ts';

/** Executions ended on a UTC day, by the statuses of the filters. */
export interface DayTotals {
  /** Its begin, UTC milliseconds. */
  at: number;
  success: number;
  failed: number;
  notRun: number;
}

/** A part of a history, in UTC milliseconds, `until` excluded. */
export interface HistoryPart {
  from: number;
  until: number;
}

/**
 * Splits a range of a history by days: whole days use their totals, the partial days at both ends their rows, unless
 * they have too many.
 *
 * @param from the first instant of the range, until its end (excluded), UTC milliseconds; Infinity: to the last
 * @param days totals of the range's days, in any order
 * @param mostRows limit for counting a day's rows one by one; above it, the share of its time is taken
 * @returns `rows` is the sum of days and shares, `parts` the ranges still to count, `whole` the whole days
 */
export function splitHistory({
  from,
  until,
  status,
  days,
  mostRows,
}: HistoryPart & { status: Exclude<ApiStatus, 'running'> | 'all'; days: DayTotals[]; mostRows: number }): {
  rows: number;
  parts: HistoryPart[];
  whole: HistoryPart;
} {
  const whole = { from: Math.ceil(from / dayMs) * dayMs, until: floorDay(until) };
  const edges = [
    { from, until: Math.min(whole.from, until) },
    { from: Math.max(whole.until, whole.from), until },
  ].filter((edge) => edge.from < edge.until);
  const parts: HistoryPart[] = [];
  let rows = days
    .filter(({ at }) => at >= whole.from && at < whole.until)
    .reduce((sum, day) => sum + totalOf({ day, status }), 0);
  for (const edge of edges) {
    const day = days.find(({ at }) => at === floorDay(edge.from));
    if (day === undefined || totalOf({ day, status: 'all' }) <= mostRows) parts.push(edge);
    else rows += Math.round((totalOf({ day, status }) * (edge.until - edge.from)) / dayMs);
  }
  return { rows, parts, whole };
}

export function totalOf({
  day,
  status,
}: {
  day: DayTotals;
  status: Exclude<ApiStatus, 'running'> | 'all';
}): number {
  switch (status) {
    case 'all':
      return day.success + day.failed + day.notRun;
    case 'not_run':
      return day.notRun;
    default:
      return day[status];
  }
}

const floorDay = (at: number) => (at === Infinity ? Infinity : Math.floor(at / dayMs) * dayMs);
