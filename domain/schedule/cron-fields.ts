import { cronMonths, cronWeekdays } from '#domain/time/names.ts';

export interface FieldSpec {
  name: 'minute' | 'hour' | 'dayOfMonth' | 'month' | 'dayOfWeek';
  label: string;
  min: number;
  max: number;
  /** Names that stand for numbers, the first for `firstName`. */
  names: readonly string[];
  firstName: number;
}

/** The five fields in their order. 7 is Sunday too. */
export const cronFields: readonly FieldSpec[] = [
  { name: 'minute', label: 'Minute', min: 0, max: 59, names: [], firstName: 0 },
  { name: 'hour', label: 'Hour', min: 0, max: 23, names: [], firstName: 0 },
  { name: 'dayOfMonth', label: 'Day of month', min: 1, max: 31, names: [], firstName: 1 },
  { name: 'month', label: 'Month', min: 1, max: 12, names: cronMonths, firstName: 1 },
  { name: 'dayOfWeek', label: 'Day of week', min: 0, max: 7, names: cronWeekdays, firstName: 0 },
];

/** Values of a field. Days can also be given by rule. */
export interface CronField {
  text: string;
  /** Exactly `*`. */
  isStar: boolean;
  /** Has a `*` or a step, unlike a fixed time (D10). */
  hasWildcard: boolean;
  // The step of a part such as `*/7`, 1 without one.
  step: number;
  values: readonly number[];
  /** `L` in the day of month. */
  isLastDay: boolean;
  /** Days n of `nW`: the weekday nearest to day n. */
  nearestWeekdays: readonly number[];
  /** Weekdays of `nL`: the last one of the month. */
  lastWeekdays: readonly number[];
  /** `d#n`: the nth weekday d of the month. */
  nthWeekdays: readonly { weekday: number; nth: number }[];
}
