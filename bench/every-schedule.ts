import type { ScheduleMath } from '#server/executions/types.ts';

/** Whatever the cron expression, all fires are at multiples of a period since 1970. */
export function everySchedule(periodMs: number): ScheduleMath {
  return {
    nextFires: ({ after, count }) => {
      const first = Math.floor(after / periodMs) + 1;
      return Array.from({ length: count }, (_, index) => (first + index) * periodMs);
    },
    firesBetween: ({ after, until, limit }) => {
      const first = Math.floor(after / periodMs) + 1;
      const length = Math.max(Math.min(Math.floor(until / periodMs) - first + 1, limit), 0);
      return Array.from({ length }, (_, index) => (first + index) * periodMs);
    },
  };
}
