/** Metrics of a heat map, as its addresses name them. */
export const heatMetrics = ['runs', 'failures', 'lateness', 'duration'] as const;
export type HeatMetric = (typeof heatMetrics)[number];
