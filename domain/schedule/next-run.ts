import { nextFires, type Schedule } from './schedule.ts';

/**
 * Next run of a job: its next fire that is not skipped.
 * @param cron null for a job without a schedule
 * @param nextFireAt the planned one; null for a job that does not fire
 * @param skips instants to skip; all instants are UTC milliseconds
 */
export function nextRun({
  cron,
  timeZone,
  nextFireAt,
  skips,
}: Omit<Schedule, 'cron'> & {
  cron: string | null;
  nextFireAt: number | null;
  skips: readonly number[];
}): number | null {
  if (cron === null || nextFireAt === null || !skips.includes(nextFireAt)) return nextFireAt;
  const later = nextFires({ cron, timeZone, after: nextFireAt, count: skips.length });
  return later.find((at) => !skips.includes(at)) ?? null;
}
