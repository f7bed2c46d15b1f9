/** What a heat map shows of the runs of an hour, as addresses name it. */
export const heatMetrics = ['runs', 'failures', 'lateness', 'duration'] as const;
export type HeatMetric = (typeof heatMetrics)[number];
