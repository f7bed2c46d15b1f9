export interface SparkValue {
  /** Milliseconds; null leaves a gap: the fire did not run. */
  value: number | null;
  isFailed?: boolean | undefined;
}

const baseline = 43;
const tallest = 40;
const leastTall = 1;
/** A value above this many medians is cut off: it would flatten the others. */
const tallestMedians = 4;

export interface SparkBar {
  index: number;
  xPercent: number;
  widthPercent: number;
  y: number;
  height: number;
  isFailed: boolean;
}

/** Bars of the values, oldest first, in a drawing 44 high; the greatest reaches the dotted line, an outlier is cut there. */
export function sparkBars({
  values,
  slots = 30,
}: {
  values: readonly SparkValue[];
  slots?: number;
}): SparkBar[] {
  const greatest = Math.max(1, ...values.map(({ value }) => value ?? 0));
  const most = Math.min(greatest, Math.max(1, tallestMedians * (quantile({ values, share: 0.5 }) ?? 0)));
  const slot = 100 / Math.max(slots, values.length);
  const missing = Math.max(0, slots - values.length);
  return values.flatMap(({ value, isFailed }, index) => {
    if (value === null) return [];
    const height = Math.max(leastTall, Math.min(1, value / most) * tallest);
    return {
      index,
      xPercent: round((missing + index) * slot + slot * 0.18),
      widthPercent: round(slot * 0.64),
      y: round(baseline - height),
      height: round(height),
      isFailed: isFailed ?? false,
    };
  });
}

/** The percentile of the known values; null for none. */
export function quantile({ values, share }: { values: readonly SparkValue[]; share: number }): number | null {
  const known = values.flatMap(({ value }) => value ?? []).sort((one, other) => one - other);
  return known[Math.min(known.length - 1, Math.floor(share * known.length))] ?? null;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
