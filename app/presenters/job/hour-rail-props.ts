import type { DueMinute, PastMinute } from '#app/presenters/charts/rail-scale.ts';

export interface HourTimelineProps {
  /** When the page was made, UTC milliseconds. */
  now: number;
  past: readonly PastMinute[];
  due: readonly DueMinute[];
  next: { name: string; at: number } | null;
}
