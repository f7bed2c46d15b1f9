import { isActive } from '#domain/job/job.ts';
import { apiStatus } from '#domain/outcome.ts';
import { describeCron } from '#domain/schedule/cron-description.ts';
import { nextRun } from '#domain/schedule/next-run.ts';
import type { JobSummary } from '#server/jobs/reads/job-summaries.server.ts';
import type { DecryptedJob } from '#server/jobs/types.ts';

/** A job as one row of the list. Instants are UTC milliseconds. */
export interface JobRow {
  id: number;
  name: string;
  /** Host and path, without what a query may hold. */
  target: string;
  type: 'Webhook' | 'Email';
  status: DecryptedJob['status'];
  schedule: string;
  hasSchedule: boolean;
  zone: string;
  lastRunAt: number | null;
  /** The code of the last answer when it did not count as a success. */
  lastError: string | null;
  /** The next fire that is not skipped; of a job paused until a time the first one after it. */
  nextRunAt: number | null;
  /** When it is active again by itself, while it is paused. */
  pausedUntil: number | null;
  /** Why there is no next run. */
  nextHint: string | null;
  /** Thirty days (UTC), today last: a letter each (dayLetters). */
  days: string;
}

/** @param now UTC milliseconds */
export function toJobRow({ job, days, now }: { job: JobSummary; days: string; now: number }): JobRow {
  // A pause past its end date is over, recorded or not.
  const status = isActive({ ...job, now }) ? 'active' : job.status;
  const pausedUntil = status === 'paused' ? (job.pausedUntil?.getTime() ?? null) : null;
  return {
    id: job.id,
    name: job.name,
    target: job.webhookUrl === null ? 'URL cannot be decrypted' : targetText(job.webhookUrl),
    type: typeText(job.type),
    status,
    schedule: describeCron(job.cronExpression),
    hasSchedule: job.cronExpression !== null,
    zone: job.timeZone,
    lastRunAt: job.lastRunAt?.getTime() ?? null,
    lastError: errorCode(job),
    nextRunAt: status === 'active' || pausedUntil !== null ? nextRunOf(job) : null,
    pausedUntil,
    nextHint: nextHint({ ...job, status }),
    days,
  };
}

function nextRunOf({ cronExpression: cron, timeZone, nextRunAt, skips }: JobSummary): number | null {
  return nextRun({ cron, timeZone, nextFireAt: nextRunAt?.getTime() ?? null, skips });
}

export function typeText(type: DecryptedJob['type']): 'Webhook' | 'Email' {
  return type === 'email' ? 'Email' : 'Webhook';
}

function targetText(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  if (protocol === 'mailto:') return `mailto:${pathname}`;
  return pathname === '/' ? host : `${host}${pathname}`;
}

function errorCode({ lastOutcome, lastStatusCode }: JobSummary): string | null {
  if (apiStatus(lastOutcome) !== 'failed') return null;
  return lastStatusCode ? String(lastStatusCode) : 'Failed';
}

function nextHint({ status, pauseReason, cronExpression, lastRunAt }: JobSummary): string | null {
  switch (status) {
    case 'inactive':
      return lastRunAt ? 'Draft' : 'Draft, never run';
    case 'paused':
      return pauseReason ? `Paused: ${pauseReason}` : null;
    case 'active':
      return cronExpression === null ? 'Manually or by API' : null;
  }
}
