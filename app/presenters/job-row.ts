import { describeCron } from '#domain/cron-description.ts';
import type { JobSummary } from '#server/jobs/job-summaries.server.ts';
import type { OpenJob } from '#server/jobs/types.ts';

/** A job as one row of the list. Instants are UTC milliseconds. */
export interface JobRow {
  id: number;
  name: string;
  /** Host and path, without what a query may hold. */
  target: string;
  type: 'Webhook' | 'Email';
  status: OpenJob['status'];
  schedule: string;
  zone: string;
  lastRunAt: number | null;
  /** The code of the last answer when it did not count as a success. */
  lastFault: string | null;
  nextRunAt: number | null;
  /** Why there is no next run. */
  nextNote: string | null;
  /** Thirty days (UTC), today last: a letter each (dayLetters). */
  days: string;
}

export function toJobRow({ job, days }: { job: JobSummary; days: string }): JobRow {
  return {
    id: job.id,
    name: job.name,
    target: targetText(job.webhookUrl),
    type: typeText(job.type),
    status: job.status,
    schedule: describeCron(job.cronExpression),
    zone: job.cronExpression === null ? 'No schedule' : job.timeZone,
    lastRunAt: job.lastRunAt?.getTime() ?? null,
    lastFault: faultCode(job),
    nextRunAt: job.status === 'active' ? (job.nextRunAt?.getTime() ?? null) : null,
    nextNote: nextNote(job),
    days,
  };
}

export function typeText(type: OpenJob['type']): 'Webhook' | 'Email' {
  return type === 'email' ? 'Email' : 'Webhook';
}

function targetText(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  if (protocol === 'mailto:') return `mailto:${pathname}`;
  return pathname === '/' ? host : `${host}${pathname}`;
}

function faultCode({ lastOutcome, lastStatusCode }: JobSummary): string | null {
  if (lastOutcome === null || !['failed', 'superseded', 'unknown'].includes(lastOutcome)) return null;
  return lastStatusCode ? String(lastStatusCode) : 'Failed';
}

function nextNote({ status, pauseReason, cronExpression, lastRunAt }: JobSummary): string | null {
  switch (status) {
    case 'inactive':
      return lastRunAt ? 'Draft' : 'Draft, never run';
    case 'paused':
      return pauseReason ? `Paused: ${pauseReason}` : null;
    case 'active':
      return cronExpression === null ? 'Runs by hand or API' : null;
  }
}
