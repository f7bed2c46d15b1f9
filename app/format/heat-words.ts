import { countText, exactMs, plural } from '#app/format/time-format.ts';
import type { HeatMetric } from '#domain/heat-metric.ts';
import { fromMonday, shortWeekdays, weekdayNames } from '#domain/time/names.ts';

export const metricLabels: Record<HeatMetric, string> = {
  runs: 'Runs',
  failures: 'Failures',
  lateness: 'Lateness',
  duration: 'Duration',
};

/** Figures of one hour of the week, or of one job in it; times in milliseconds, null if no run has one. */
export interface HeatFigures {
  runs: number;
  failures: number;
  /** Number of scheduled runs in the mean lateness. */
  late: number;
  latenessMs: number | null;
  latenessMaxMs: number;
  /** Number of runs in the mean duration. */
  timed: number;
  durationMs: number | null;
}

export interface HeatCell extends HeatFigures {
  /** Weekday (0 is Monday) times 24 plus hour. */
  place: number;
}

/** "Mon" */
export const weekdayLabels = fromMonday(shortWeekdays);
const weekdaysFromMonday = fromMonday(weekdayNames);

export const weekdayOf = (place: number) => Math.floor(place / 24);
export const hourOf = (place: number) => place % 24;

/** "09" */
export const twoDigits = (hour: number) => String(hour).padStart(2, '0');

/** "09:00 to 10:00" */
export function hourText(hour: number): string {
  return `${twoDigits(hour)}:00 to ${twoDigits(hour + 1)}:00`;
}

/** "Tuesday 09:00 to 10:00" */
export function placeText(place: number): string {
  return `${weekdaysFromMonday[weekdayOf(place)] ?? ''} ${hourText(hourOf(place))}`;
}

/** Value of a cell; null if none of its runs has one. */
export function valueOf({ figures, metric }: { figures: HeatFigures; metric: HeatMetric }): number | null {
  switch (metric) {
    case 'runs':
      return figures.runs;
    case 'failures':
      return figures.failures;
    case 'lateness':
      return figures.latenessMs;
    case 'duration':
      return figures.durationMs;
  }
}

/** "3 failures of 240 runs" */
export function figuresText({ figures, metric }: { figures: HeatFigures; metric: HeatMetric }): string {
  const { runs, failures, late, latenessMs, latenessMaxMs, timed, durationMs } = figures;
  switch (metric) {
    case 'runs':
      return failures === 0 ? plural(runs, 'run') : `${plural(runs, 'run')}, ${countText(failures)} failed`;
    case 'failures':
      return `${plural(failures, 'failure')} of ${plural(runs, 'run')}`;
    case 'lateness':
      if (latenessMs === null) return 'no scheduled runs';
      return `+${exactMs(latenessMs)} on average, max +${exactMs(latenessMaxMs)}, ${plural(late, 'scheduled run')}`;
    case 'duration':
      if (durationMs === null) return 'no runs with a duration';
      return `${exactMs(durationMs)} on average, ${plural(timed, 'run')}`;
  }
}

/** Short form for a table cell: "3 of 240", "+124ms". */
export function shortText({ figures, metric }: { figures: HeatFigures; metric: HeatMetric }): string {
  const value = valueOf({ figures, metric });
  if (value === null) return '–';
  if (metric === 'failures') return `${countText(value)}/${countText(figures.runs)}`;
  return scaleText({ value, metric });
}

function scaleText({ value, metric }: { value: number; metric: HeatMetric }): string {
  if (metric === 'runs' || metric === 'failures') return countText(value);
  return metric === 'lateness' ? `+${exactMs(value)}` : exactMs(value);
}

/** Lower bounds of the levels of mean times: one outage must not flatten all other hours. */
const timeLevels = [0, 100, 1_000, 10_000, 60_000];

/**
 * Level of a cell: 0 for nothing, then 1 to 5. Counts are levelled by fifths of the largest, times by tenfold
 * steps.
 * @param max largest value on the map
 */
export function levelOf({
  value,
  metric,
  max,
}: {
  value: number | null;
  metric: HeatMetric;
  max: number;
}): number {
  if (value === null) return 0;
  if (metric === 'lateness' || metric === 'duration')
    return timeLevels.filter((least) => Math.max(value, 0) >= least).length;
  return value === 0 ? 0 : Math.max(1, Math.ceil((value / max) * 5));
}

/** Labels at the ends of the scale. */
export function scaleEnds({ metric, max }: { metric: HeatMetric; max: number }): [string, string] {
  if (metric === 'runs' || metric === 'failures') return ['0', countText(max)];
  return ['under 100ms', '1 minute or more'];
}
