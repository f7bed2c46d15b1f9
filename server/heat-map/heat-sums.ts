import { weekHourAt } from '#domain/schedule/week-hours.ts';
import { dayMs, quarterMs } from '#domain/time/units.ts';

/** Sums over runs; times in milliseconds. */
export interface HeatSums {
  runs: number;
  /** with superseded and unknown */
  failures: number;
  /** Started runs of a schedule, the basis of the average lateness. */
  late: number;
  latenessSumMs: number;
  latenessMaxMs: number;
  /** Runs with a duration. */
  timed: number;
  durationSumMs: number;
}

/** The sums of a quarter-hour of UTC. */
export interface QuarterSums extends HeatSums {
  /** "2026-11-21" */
  day: string;
  /** 0 to 95 */
  quarter: number;
}

/**
 * The sums of each hour of the week with runs in a zone, by its index: weekday (0 is Monday) times 24 plus hour.
 * @param from quarter-hours before this instant are omitted, UTC milliseconds
 */
export function sumByWeekHour({
  quarters,
  timeZone,
  from,
}: {
  quarters: readonly QuarterSums[];
  timeZone: string;
  from: number;
}): Map<number, HeatSums> {
  const cells = new Map<number, HeatSums>();
  for (const { day, quarter, ...sums } of quarters) {
    const at = Date.parse(day) + quarter * quarterMs;
    if (at < from) continue;
    const place = weekHourAt({ at, timeZone });
    const known = cells.get(place);
    cells.set(place, known ? addSums(known, sums) : sums);
  }
  return cells;
}

export function addSums(one: HeatSums, other: HeatSums): HeatSums {
  return {
    runs: one.runs + other.runs,
    failures: one.failures + other.failures,
    late: one.late + other.late,
    latenessSumMs: one.latenessSumMs + other.latenessSumMs,
    latenessMaxMs: Math.max(one.latenessMaxMs, other.latenessMaxMs),
    timed: one.timed + other.timed,
    durationSumMs: one.durationSumMs + other.durationSumMs,
  };
}

/** The quarter-hours of UTC in a time range, as days and numbers. */
export function quartersBetween({ from, until }: { from: number; until: number }) {
  const found: { day: string; quarter: number }[] = [];
  for (let at = Math.floor(from / quarterMs) * quarterMs; at < until; at += quarterMs) {
    const day = Math.floor(at / dayMs) * dayMs;
    found.push({ day: new Date(day).toISOString().slice(0, 10), quarter: (at - day) / quarterMs });
  }
  return found;
}
