import type { DueMinute, PastMinute } from '#app/presenters/charts/timeline-scale.ts';

export interface HourTimelineProps {
  /** When the page was made, UTC milliseconds. */
  now: number;
  past: readonly PastMinute[];
  due: readonly DueMinute[];
  next: { name: string; at: number } | null;
}
