/** Number of times slower than this machine's the reader's processor is. */
export const throttledCpu = 4;

export interface PageBudget {
  /** Largest contentful paint, milliseconds. */
  lcpMs: number;
  /** Layout shift over the whole visit, what follows a press left out. */
  cls: number;
  /** Interaction to next paint: the slowest press of the visit, milliseconds. */
  inpMs: number;
  /** Scripts until the page has settled, packed as gzip packs them. */
  scriptsKb: number;
}

const felt = { lcpMs: 1_000, cls: 0.02, inpMs: 100 };

/** Limits of a page, for 75 of 100 visits. */
export const budgets = {
  landing: { ...felt, scriptsKb: 110 },
  dashboard: { ...felt, scriptsKb: 130 },
  // No number of its own: the largest that any screen has.
  detail: { ...felt, scriptsKb: 170 },
} satisfies Record<string, PageBudget>;

export type PageName = keyof typeof budgets;

/** The value that three of four visits stay below, as Web Vitals are told, and the worst one. */
export function reported(values: readonly number[]): { p75: number; worst: number } {
  const sorted = values.toSorted((one, other) => one - other);
  const last = sorted.length - 1;
  return { p75: sorted[Math.min(last, Math.ceil(sorted.length * 0.75) - 1)] ?? 0, worst: sorted[last] ?? 0 };
}
