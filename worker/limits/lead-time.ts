import { pollValue } from '#worker/background/poll-value.ts';

const firesPerSecond = 50;
const shortestWindowMs = 1_000;
const longestWindowMs = 240_000;
const leastLeadMs = 2_000;
/** What Temporal gives a fire after its instant, however few jobs there are. */
export const shortestGraceMs = 10_000;
const refreshMs = 60_000;

/** After so long a task that its worker did not take goes to any worker; Temporal needs as long to see that one is gone. */
const shortestStickyMs = 10_000;
const longestStickyMs = 60_000;
const stickyMsPerJob = 5;

export interface LeadTime {
  /** How long before its instant a fire of this job is handed to the launch pad. */
  leadMs: (jobId: number) => number;
  /** How long after its instant a fire that nobody reports on is handed out again. */
  graceMs: () => number;
}

/** Leads and grace for so many active jobs (engine.md section 3). */
export function leadTimeFor(activeJobs: number): LeadTime {
  const windowMs = Math.min(
    Math.max((activeJobs / firesPerSecond) * 1000, shortestWindowMs),
    longestWindowMs,
  );
  const graceMs = Math.max(shortestGraceMs, activeJobs * 10);
  return { leadMs: (jobId) => leastLeadMs + Math.floor(shareOf(jobId) * windowMs), graceMs: () => graceMs };
}

/**
 * How long a workflow task may wait for the worker that has its run in memory, in milliseconds, with so many active jobs.
 * One that comes back is queued anew and replays its run: where many wait for seconds, that alone would keep them waiting.
 */
export function stickyMsFor(activeJobs: number): number {
  return Math.min(Math.max(activeJobs * stickyMsPerJob, shortestStickyMs), longestStickyMs);
}

/** A number from 0 to 1 that stays the same for a job and spreads neighbours. */
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
