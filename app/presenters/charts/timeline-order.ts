import type { ReactNode } from 'react';

export type StepKind =
  'scheduled' | 'started' | 'success' | 'failed' | 'wait' | 'retry' | 'not_run' | 'notified' | 'next_fire';

export interface TimelineStep {
  kind: StepKind;
  /** UTC milliseconds. */
  at: number;
  /** Shown to the millisecond; planned instants to the second. */
  isExact?: boolean | undefined;
  title: ReactNode;
  detail?: ReactNode;
  /** At the right end: a duration or "in 20s". */
  hint?: ReactNode;
}

/** The past, then the plan; the hand is between the two while the execution is unfinished. */
export function splitAtNow({ steps, now }: { steps: readonly TimelineStep[]; now: number }) {
  const sorted = steps.toSorted((one, other) => one.at - other.at);
  return { past: sorted.filter(({ at }) => at <= now), due: sorted.filter(({ at }) => at > now) };
}
