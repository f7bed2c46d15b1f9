/** Periods of jobs that are measured between two of their fires. */
export const idlePeriods = ['day', 'hour'] as const;
export type IdlePeriod = (typeof idlePeriods)[number];
