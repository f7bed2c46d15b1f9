import { longestDelaySeconds, plannedDelaySeconds, type RetryDelays } from '#domain/job/retry-delays.ts';
import type { LeftOut, PastedRequest } from './pasted.ts';

/** The retry options of a command as they are written; null where it has none. */
export interface CurlRetries {
  count: number | null;
  /** Value of `--retry-delay`, in seconds. */
  delay: string | null;
  /** Value of `--retry-max-time`, in seconds from the first attempt. */
  maxTime: string | null;
}

/**
 * Maps curl's retries to those of a job. A delay of 0 means curl's growing delays, so the job's default delays apply.
 * No job limits the time of all attempts, so such a limit becomes fewer retries.
 * @param left receives the differences from curl
 */
export function retriesOf({
  retries: { count, delay, maxTime },
  left,
}: {
  retries: CurlRetries;
  left: LeftOut[];
}): Pick<PastedRequest, 'retryCount' | 'retryDelays'> {
  const given = [
    { name: '--retry-delay', value: delay },
    { name: '--retry-max-time', value: maxTime },
  ];
  if (count === null) {
    for (const { name, value } of given)
      if (value !== null) left.push({ what: `${name} ${value}`, why: 'cURL ignores it without --retry.' });
    return { retryCount: null };
  }
  const wait = seconds({ name: '--retry-delay', value: delay, left });
  const limit = seconds({ name: '--retry-max-time', value: maxTime, left });
  const delays = wait === null || count === 0 ? null : fixed({ wait, left });
  const fitting = limit === null ? count : retriesWithin({ count, delays, limit });
  if (limit !== null && fitting < count) {
    const why = `A job has no limit for all attempts together: it makes the ${fitting} ${fitting === 1 ? 'retry' : 'retries'} whose waits fit.`;
    left.push({ what: `--retry-max-time ${maxTime ?? ''}`, why });
  }
  return { retryCount: fitting, ...(delays && fitting > 0 && { retryDelays: delays }) };
}

/** Seconds as curl reads them; null for none, for 0 (unset), and for text that is no number. */
function seconds({
  name,
  value,
  left,
}: {
  name: string;
  value: string | null;
  left: LeftOut[];
}): number | null {
  if (value === null) return null;
  if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(value.trim())) {
    left.push({ what: `${name} ${value}`, why: 'Write a number of seconds.' });
    return null;
  }
  return Number(value) || null;
}

function fixed({ wait, left }: { wait: number; left: LeftOut[] }): RetryDelays {
  const rounded = Math.min(Math.ceil(wait), longestDelaySeconds);
  if (rounded !== wait) {
    const why =
      wait > longestDelaySeconds
        ? '24 hours are used, the maximum.'
        : `Delays are whole seconds: ${rounded}.`;
    left.push({ what: `--retry-delay ${wait}`, why });
  }
  return { kind: 'fixed', seconds: rounded, jitter: false };
}

/** The retries that begin within this many seconds if every attempt fails at once. */
function retriesWithin({
  count,
  delays,
  limit,
}: {
  count: number;
  delays: RetryDelays | null;
  limit: number;
}): number {
  let at = 0;
  for (let retry = 1; retry <= count; retry += 1) {
    at += plannedDelaySeconds({ delays, retry });
    if (at > limit) return retry - 1;
  }
  return count;
}
