/** Balance means that no worker has more than 1.2 times half of the fires. */
const balancedPercent = 20;

export interface Balance {
  /** Percent by which the largest share of the fires exceeds half of them, from `dueMs` on: 100 for one worker alone. */
  imbalancePercent: number;
  /** Seconds until the largest share stays within 20 % of half; null if it does not. */
  balancedAfterSeconds: number | null;
}

/**
 * Assesses how evenly two workers share fires.
 * @param claims of each worker, one number for each step
 */
export function balanceOf({
  claims,
  stepMs,
  dueMs,
}: {
  claims: number[][];
  stepMs: number;
  dueMs: number;
}): Balance {
  const steps = claims[0]?.length ?? 0;
  const from = (step: number) => imbalance(claims.map((counts) => sum(counts.slice(step))));
  const isUneven = (step: number) => imbalance(claims.map((counts) => counts[step] ?? 0)) > balancedPercent;
  const lastUneven = Array.from({ length: steps }, (_, step) => step).findLastIndex(isUneven);
  return {
    imbalancePercent: from(Math.floor(dueMs / stepMs)),
    balancedAfterSeconds: lastUneven + 1 < steps ? ((lastUneven + 1) * stepMs) / 1_000 : null,
  };
}

function imbalance(counts: number[]): number {
  const all = sum(counts);
  return all > 0 ? Math.round((Math.max(...counts) / (all / 2) - 1) * 1_000) / 10 : 0;
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
