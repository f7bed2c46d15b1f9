import type { DayCounts } from '#app/components/execution/day-outcomes.ts';
import { describeCron } from '#domain/cron-description.ts';
import type { JobWithState, OpenJob } from '#server/jobs/types.ts';

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
  /** Thirty days (UTC), today last. */
  days: DayCounts[];
}

export function toJobRow({ job, state, days }: JobWithState & { days: DayCounts[] }): JobRow {
  const isActive = job.status === 'active';
  return {
    id: job.id,
    name: job.name,
    target: targetText(job.webhookUrl),
    type: typeText(job.type),
    status: job.status,
    schedule: describeCron(job.cronExpression),
    zone: job.cronExpression === null ? 'No schedule' : job.timeZone,
    lastRunAt: state?.lastRunAt?.getTime() ?? null,
    lastFault: faultCode(state),
    nextRunAt: isActive ? (state?.nextRunAt?.getTime() ?? null) : null,
    nextNote: nextNote({ job, state }),
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

function faultCode(state: JobWithState['state']): string | null {
  const outcome = state?.lastOutcome ?? null;
  if (outcome === null || !['failed', 'superseded', 'unknown'].includes(outcome)) return null;
  return state?.lastStatusCode ? String(state.lastStatusCode) : 'Failed';
}

function nextNote({ job, state }: JobWithState): string | null {
  switch (job.status) {
    case 'inactive':
      return state?.lastRunAt ? 'Draft' : 'Draft, never run';
    case 'paused':
      return job.pauseReason ? `Paused: ${job.pauseReason}` : null;
    case 'active':
      return job.cronExpression === null ? 'Runs by hand or API' : null;
  }
}
