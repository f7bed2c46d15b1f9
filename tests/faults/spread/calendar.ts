import { firesBetween as cronFiresBetween, nextFires as cronNextFires } from '#domain/schedule/schedule.ts';
import type { ScheduleCalculator } from '#server/executions/ledger/types.ts';

export * from '#domain/schedule/schedule.ts';

// The calendar of a worker whose jobs fire at any second: cron expressions name minutes only. Replaces that of the
// product in the worker's build (`build.ts`).

const minuteMs = 60_000;
const tenSecondsMs = 10_000;
const periods: Record<string, number> = { 3: minuteMs, 4: tenSecondsMs };

interface Grid {
  periodMs: number;
  offsetMs: number;
}

/** Cron expression of a job that fires each minute at this second here, once a day elsewhere. */
export const eachMinuteAt = (second: number) => `${second} 3 * * *`;

/** Cron expression of a job that fires each ten seconds here, at this second of them, from 0 to 9. */
export const eachTenSecondsAt = (second: number) => `${second} 4 * * *`;

function gridOf(cron: string): Grid | undefined {
  const [, second, hour = ''] = /^(\d+) (\d+) \* \* \*$/.exec(cron) ?? [];
  const periodMs = periods[hour];
  return periodMs === undefined ? undefined : { periodMs, offsetMs: Number(second) * 1_000 };
}

export const nextFires: ScheduleCalculator['nextFires'] = (asked) => {
  const grid = gridOf(asked.cron);
  if (!grid) return cronNextFires(asked);
  const first = firstAfter({ ...grid, after: asked.after });
  return Array.from({ length: asked.count }, (_, index) => first + index * grid.periodMs);
};

export const firesBetween: ScheduleCalculator['firesBetween'] = (asked) => {
  const grid = gridOf(asked.cron);
  if (!grid) return cronFiresBetween(asked);
  const found: number[] = [];
  for (let at = firstAfter({ ...grid, after: asked.after }); at <= asked.until; at += grid.periodMs) {
    if (found.length >= asked.limit) break;
    found.push(at);
  }
  return found;
};

const firstAfter = ({ periodMs, offsetMs, after }: Grid & { after: number }) =>
  (Math.floor((after - offsetMs) / periodMs) + 1) * periodMs + offsetMs;
