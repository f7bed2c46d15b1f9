import { minuteMs } from '#domain/time/units.ts';
import type { LedgerJob } from '#server/executions/ledger/job-facts.server.ts';

/** A call that starts this shortly before the next fire may cost that fire, whatever its timeout. */
const longestMs = minuteMs;
/** A fire that is later than this does not come soon: nothing waits for it. */
const lateMs = 10_000;

/**
 * Tells if the next fire of a job comes so soon a call started now may still be out: within its timeout, 60 s at most,
 * or within half of the time between two fires where that is less, so half of the time is left for others.
 */
export function isFireNear({
  readAt,
  nextRunAt,
  accountedUntil,
  timeoutSeconds,
}: Pick<LedgerJob, 'readAt' | 'nextRunAt' | 'accountedUntil' | 'timeoutSeconds'>): boolean {
  if (nextRunAt === null) return false;
  const inMs = nextRunAt.getTime() - readAt.getTime();
  const betweenMs = nextRunAt.getTime() - accountedUntil.getTime();
  return inMs > -lateMs && inMs <= Math.min(timeoutSeconds * 1000, longestMs, betweenMs / 2);
}
