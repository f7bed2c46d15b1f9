import { firesBetween } from '#domain/schedule/schedule.ts';
import { minuteMs } from '#domain/time/units.ts';

const mostMinutes = 62;

let minute = 0;
let known = new Map<string, number[]>();

/**
 * The fires of a schedule within the hour after now, and some seconds before and after it: UTC milliseconds, oldest
 * first. Thought out once a minute: many dashboards ask for the same schedules.
 */
export function hourFires({
  cron,
  timeZone,
  now,
}: {
  cron: string;
  timeZone: string;
  now: number;
}): number[] {
  const asked = Math.floor(now / minuteMs);
  if (asked !== minute) {
    minute = asked;
    known = new Map();
  }
  const key = `${cron} ${timeZone}`;
  const fires =
    known.get(key) ??
    firesBetween({
      ...{ cron, timeZone, after: asked * minuteMs - 1, until: (asked + mostMinutes - 1) * minuteMs },
      limit: mostMinutes,
    });
  known.set(key, fires);
  return fires;
}
