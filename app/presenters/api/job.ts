import type { WireName } from '#domain/job-wire.ts';
import { toWireJob } from '#domain/job-wire.ts';
import { isActive } from '#domain/job.ts';
import { maskHeaders } from '#app/presenters/masked-headers.ts';
import type { JobReport } from '#server/jobs/report-jobs.server.ts';

/** How a job is shown: in which spelling, from which instant, and whether secret headers are masked. */
export interface JobShape {
  kind: 'token' | 'key';
  /** UTC milliseconds. */
  now: number;
  isRevealed: boolean;
}

/** A job as the API shows it to a caller: the documented fields first, then the extras (D18, D44). */
export function toApiJob({ report, shape }: { report: JobReport; shape: JobShape }): Record<string, unknown> {
  const wire = wireOf({ report, shape });
  const stated = stateOf({ report, now: shape.now });
  if (shape.kind === 'token') {
    const { id, ...others } = stated;
    const { name, description, status, type, cron_expression, ...rest } = wire;
    const { last_run, next_run, ...counted } = others;
    return { id, name, description, status, type, cron_expression, last_run, next_run, ...rest, ...counted };
  }
  const { name, cron_expression: cron, status, webhook_url, timeout, ...rest } = wire;
  const { id, ...others } = stated;
  return { id, name, cron, status, webhook_url, timeout, ...rest, ...others };
}

/** A pause whose date has come is over, whether that is written already or not. */
const statusNow = ({ job }: JobReport, now: number) => (isActive({ ...job, now }) ? 'active' : job.status);

function wireOf({ report, shape: { kind, now, isRevealed } }: { report: JobReport; shape: JobShape }) {
  const { job, input } = report;
  const headers = input.headers && maskHeaders({ headers: input.headers, isRevealed });
  const wire: Record<WireName, unknown> = {
    ...toWireJob(input),
    status: statusNow(report, now),
    headers: kind === 'token' && headers !== null ? JSON.stringify(headers) : headers,
    webhook_url: job.webhookUrl,
  };
  return wire;
}

function stateOf({ report, now }: { report: JobReport; now: number }) {
  const { job, state, counts, skips } = report;
  const status = statusNow(report, now);
  const isPaused = status === 'paused';
  return {
    id: job.id,
    last_run: state?.lastRunAt?.toISOString() ?? null,
    next_run: status === 'active' ? (state?.nextRunAt?.toISOString() ?? null) : null,
    paused_until: isPaused ? (job.pausedUntil?.toISOString() ?? null) : null,
    pause_reason: isPaused ? job.pauseReason : null,
    skips: skips.map((at) => new Date(at).toISOString()),
    version: job.desiredVersion,
    created_at: job.createdAt.toISOString(),
    updated_at: job.updatedAt.toISOString(),
    failed_executions_count: counts.failed,
    successful_executions_count: counts.successful,
  };
}
