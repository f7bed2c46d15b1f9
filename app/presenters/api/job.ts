import type { WireName } from '#domain/job-wire.ts';
import { toWireJob } from '#domain/job-wire.ts';
import { isActive } from '#domain/job.ts';
import { maskHeaders } from '#app/presenters/masked-headers.ts';
import type { JobReport } from '#server/jobs/report-jobs.server.ts';

type JobStatus = JobReport['job']['status'];

/** How a job is shown: in which spelling, from which instant, and whether secret headers are masked. */
export interface JobShape {
  kind: 'token' | 'key';
  /** UTC milliseconds. */
  now: number;
  isRevealed: boolean;
}

/**
 * A job as the API shows it to a caller: the documented fields first, then the extras (D18, D44). A field stands where it
 * is named first.
 */
export function toApiJob({ report, shape }: { report: JobReport; shape: JobShape }): Record<string, unknown> {
  const status = statusNow(report, shape.now);
  const { cron_expression, ...wire } = wireOf({ report, shape, status });
  const stated = stateOf({ report, status });
  const { id, last_run, next_run } = stated;
  const { name, description, type, webhook_url, timeout } = wire;
  const all: Record<string, unknown> = { ...wire, ...stated };
  return shape.kind === 'token'
    ? { id, name, description, status, type, cron_expression, last_run, next_run, ...all }
    : { id, name, cron: cron_expression, status, webhook_url, timeout, ...all };
}

/** A pause whose date has come is over, whether that is written already or not. */
const statusNow = ({ job: { status, pausedUntil } }: JobReport, now: number) =>
  isActive({ status, pausedUntil, now }) ? 'active' : status;

function wireOf({
  report,
  shape: { kind, isRevealed },
  status,
}: {
  report: JobReport;
  shape: JobShape;
  status: JobStatus;
}): Record<WireName, unknown> {
  const { job, input } = report;
  const headers = input.headers && maskHeaders({ headers: input.headers, isRevealed });
  return {
    ...toWireJob(input),
    status,
    headers: kind === 'token' && headers !== null ? JSON.stringify(headers) : headers,
    webhook_url: job.webhookUrl,
  };
}

function stateOf({ report, status }: { report: JobReport; status: JobStatus }) {
  const { job, state, counts, skips } = report;
  const isPaused = status === 'paused';
  return {
    id: job.id,
    last_run: state.lastRunAt?.toISOString() ?? null,
    next_run: status === 'active' ? (state.nextRunAt?.toISOString() ?? null) : null,
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
