import { hourMs, minuteMs } from '#domain/time/units.ts';
import { pollValue } from '#worker/background/poll-value.ts';

/** Jobs per second that Temporal hands to the launch pads before their fires (arming). */
const armedPerSecond = 10;
/** Reports per second at the end of stays (docs/decisions/076). */
const reportsPerSecond = 0.25;
const shortestWindowMs = 1_000;
const longestWindowMs = 30 * minuteMs;
const leastLeadMs = 2_000;
/** From this number of jobs on, none is armed in the last seconds before its instant: they belong to the calls. */
const manyJobs = 500;
const quietMs = 12_000;
const shortestStayMs = hourMs;
const longestStayMs = 12 * hourMs;
/** Shortest grace of a fire, however few jobs there are. */
export const shortestGraceMs = 10_000;
const refreshMs = minuteMs;

export interface LeadTime {
  /** Lead time: how early a fire of this job is handed to the launch pad. */
  leadMs: (jobId: number) => number;
  /** The longest time without a heartbeat before an attempt is redispatched. */
  graceMs: () => number;
  /** The longest time between two reports of a job: each job has its own share of it, from 3/4 to 5/4. */
  stayMs: (jobId: number) => number;
}

/** Leads, grace and stays for a number of active jobs (engine.md section 3). */
export function leadTimeFor(activeJobs: number): LeadTime {
  const windowMs = clamp((activeJobs / armedPerSecond) * 1000, shortestWindowMs, longestWindowMs);
  const leastMs = activeJobs > manyJobs ? quietMs : leastLeadMs;
  const graceMs = Math.max(shortestGraceMs, activeJobs * 10);
  const stayMs = clamp((activeJobs / reportsPerSecond) * 1000, shortestStayMs, longestStayMs);
  return {
    leadMs: (jobId) => leastMs + Math.floor(stableFractionOf(jobId) * windowMs),
    graceMs: () => graceMs,
    stayMs: (jobId) => Math.floor(stayMs * (0.75 + stableFractionOf(jobId) / 2)),
  };
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** A number from 0 to 1, constant for a job and spreading neighbors. */
export function stableFractionOf(jobId: number): number {
  return (Math.imul(jobId, 2_654_435_761) >>> 0) / 2 ** 32;
}

/** The same, updated to the number of jobs every minute. */
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
    stayMs: (jobId) => polled.current().stayMs(jobId),
    close: polled.close,
  };
}
