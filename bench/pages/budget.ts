/** Factor by which the user's processor is slower than this machine's. */
export const throttledCpu = 4;

export interface PageBudget {
  /** Largest contentful paint, milliseconds. */
  lcpMs: number;
  /** Layout shift over the whole visit, except after clicks. */
  cls: number;
  /** Interaction to next paint: the slowest click of the visit, milliseconds. */
  inpMs: number;
  /** Scripts until the page has settled, gzipped. */
  scriptsKb: number;
}

const felt = { lcpMs: 1_000, cls: 0.02, inpMs: 100 };

/** Limits of a page, for 75 of 100 visits. */
export const budgets = {
  landing: { ...felt, scriptsKb: 110 },
  dashboard: { ...felt, scriptsKb: 130 },
  // The largest limit of all screens, as it has none of its own.
  detail: { ...felt, scriptsKb: 170 },
} satisfies Record<string, PageBudget>;

export type PageName = keyof typeof budgets;

/** The 75th percentile, as Web Vitals report it, and the worst value. */
export function reported(values: readonly number[]): { p75: number; worst: number } {
  const sorted = values.toSorted((one, other) => one - other);
  const last = sorted.length - 1;
  return { p75: sorted[Math.min(last, Math.ceil(sorted.length * 0.75) - 1)] ?? 0, worst: sorted[last] ?? 0 };
}
