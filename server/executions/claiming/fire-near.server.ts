import { minuteMs } from '#domain/time/units.ts';
import type { LedgerJob } from '#server/executions/ledger/job-facts.server.ts';

/** A call that starts this shortly before the next fire may cost that fire, with any timeout. */
const longestMs = minuteMs;
/** Nothing waits for a fire later than this: it may not come soon. */
const lateMs = 10_000;

/**
 * Reports if a call started now may still be in flight at the job's next fire: if it is due within the timeout, at most
 * 60 s and at most half of the time between two fires, so others keep the other half.
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
