import { retentionDays, type Tier } from '#domain/plan.ts';
import { dayMs } from '#domain/time/units.ts';
import type { PastExecution } from './simulate.ts';

const alwaysKept = 20;

/** Rows that retention keeps (D32): those within the tier's age, the last 20 and the last failure. */
export function keptOf({
  past,
  tier,
  now,
}: {
  past: PastExecution[];
  tier: Tier;
  now: number;
}): PastExecution[] {
  const oldest = now - retentionDays(tier) * dayMs;
  const lastFailure = past.findLast(({ outcome }) => outcome === 'failed');
  return past.filter(
    (execution, index) =>
      execution.at >= oldest || index >= past.length - alwaysKept || execution === lastFailure,
  );
}
