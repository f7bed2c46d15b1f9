import { minuteMs } from '#domain/time/units.ts';
import { pollValue } from '#worker/background/poll-value.ts';

const firesPerSecond = 50;
const shortestWindowMs = 1_000;
const longestWindowMs = 240_000;
const leastLeadMs = 2_000;
/** Shortest grace of a fire, however few jobs there are. */
export const shortestGraceMs = 10_000;
const refreshMs = minuteMs;

/** Timeout of the sticky queue: after it, a task goes to any worker; Temporal takes as long to notice a dead one. */
const shortestStickyMs = 10_000;
const longestStickyMs = minuteMs;
const stickyMsPerJob = 5;

export interface LeadTime {
  /** Lead time: how early a fire of this job is handed to the launch pad. */
  leadMs: (jobId: number) => number;
  /** Grace after its instant before a silent fire is redispatched. */
  graceMs: () => number;
}

/** Leads and grace for a number of active jobs (engine.md section 3). */
export function leadTimeFor(activeJobs: number): LeadTime {
  const windowMs = Math.min(
    Math.max((activeJobs / firesPerSecond) * 1000, shortestWindowMs),
    longestWindowMs,
  );
  const graceMs = Math.max(shortestGraceMs, activeJobs * 10);
  return { leadMs: (jobId) => leastLeadMs + Math.floor(shareOf(jobId) * windowMs), graceMs: () => graceMs };
}

/**
 * Timeout in milliseconds of a workflow task on the sticky queue of the worker caching its run, by number of active
 * jobs. A timed-out task is queued again and replays its run: with many waiting for seconds, that alone would keep them
 * waiting.
 */
export function stickyMsFor(activeJobs: number): number {
  return Math.min(Math.max(activeJobs * stickyMsPerJob, shortestStickyMs), longestStickyMs);
}

/** A number from 0 to 1, constant for a job and spreading neighbors. */
function shareOf(jobId: number): number {
  return (Math.imul(jobId, 2_654_435_761) >>> 0) / 2 ** 32;
}

/** The same, following the number of jobs each minute. */
export function createLeadTime({
  count,
}: {
  count: () => Promise<number>;
}): LeadTime & { close: () => void } {
  const read = async () => leadTimeFor(await count());
  const polled = pollValue({ read, first: leadTimeFor(0), everyMs: refreshMs });
  return {
    leadMs: (jobId) => polled.current().leadMs(jobId),
    graceMs: () => polled.current().graceMs(),
    close: polled.close,
  };
}
