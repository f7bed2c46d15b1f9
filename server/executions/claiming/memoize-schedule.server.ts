import type { ScheduleCalculator } from '#server/executions/ledger/types.ts';

/** The same arithmetic, each question answered once: a burst asks a thousand jobs the same few. */
export function memoizeSchedule(schedule: ScheduleCalculator): ScheduleCalculator {
  const known = new Map<string, number[]>();
  const once = (key: string, compute: () => number[]) => {
    const found = known.get(key) ?? compute();
    known.set(key, found);
    return found;
  };
  return {
    nextFires: (args) =>
      once(`${args.cron}|${args.timeZone}|${args.after}|+${args.count}`, () => schedule.nextFires(args)),
    firesBetween: (args) =>
      once(`${args.cron}|${args.timeZone}|${args.after}|${args.until}|${args.limit}`, () =>
        schedule.firesBetween(args),
      ),
  };
}
