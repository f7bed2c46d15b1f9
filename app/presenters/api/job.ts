import { maskHeaders } from '#app/presenters/masked-headers.ts';
import type { CallerKind } from '#domain/api-key.ts';
import type { WireName } from '#domain/job/field-table.ts';
import { isActive } from '#domain/job/job.ts';
import { maskAuth, toWireAuth } from '#domain/job/request-auth.ts';
import { toWireDelays } from '#domain/job/retry-delays.ts';
import { utf8Length } from '#domain/text/utf8-length.ts';
import { iso } from '#domain/time/iso.ts';
import type { JobReport } from '#server/jobs/reads/report-jobs.server.ts';

/** Representation of a job: its spelling, the current time, and whether secret headers are masked. */
export interface JobShape {
  kind: CallerKind;
  /** UTC milliseconds. */
  now: number;
  isRevealed: boolean;
}

/** Fields of a response besides the editable ones. */
type ResponseName =
  | 'id'
  | 'last_run'
  | 'next_run'
  | 'paused_until'
  | 'pause_reason'
  | 'skips'
  | 'payload_omitted'
  | 'version'
  | 'created_at'
  | 'updated_at'
  | 'failed_executions_count'
  | 'successful_executions_count';
type OfToken = Record<WireName | ResponseName, unknown>;
/** Keys know the schedule as `cron`. */
type OfKey = Record<Exclude<WireName, 'cron_expression'> | 'cron' | ResponseName, unknown>;

/**
 * A job as the API shows it to a caller: the documented fields first, then the extras (D18, D44). Each job is one
 * literal: put together from parts, its objects outlive the young ones, and clearing them up stops the process.
 */
export function toApiJob({ report, shape }: { report: JobReport; shape: JobShape }): OfToken | OfKey {
  const shown = shownNow({ report, shape });
  return shape.kind === 'token' ? toTokenJob(report, shown) : toKeyJob(report, shown);
}

/** The values that depend on the instant and on whether secrets are masked. */
function shownNow({ report, shape }: { report: JobReport; shape: JobShape }) {
  const { job, input, state } = report;
  const status = statusNow(report, shape.now);
  const isPaused = status === 'paused';
  return {
    status,
    headers: input.headers && maskHeaders({ headers: input.headers, isRevealed: shape.isRevealed }),
    auth: toWireAuth(maskAuth(input.auth)),
    last_run: iso(state.lastRunAt),
    next_run: status === 'active' ? iso(state.nextRunAt) : null,
    paused_until: isPaused ? iso(job.pausedUntil) : null,
    pause_reason: isPaused ? job.pauseReason : null,
  };
}

type ShownNow = ReturnType<typeof shownNow>;

function toTokenJob({ job, input, counts, skips }: JobReport, now: ShownNow): OfToken {
  return {
    id: job.id,
    name: input.name,
    description: input.description,
    status: now.status,
    type: input.type,
    cron_expression: input.cronExpression,
    last_run: now.last_run,
    next_run: now.next_run,
    external_id: input.externalId,
    timezone: input.timeZone,
    webhook_url: job.webhookUrl,
    http_method: input.httpMethod,
    headers: now.headers && JSON.stringify(now.headers),
    auth: now.auth,
    payload: input.payload,
    payload_omitted: false,
    timeout: input.timeoutSeconds,
    retry_count: input.retryCount,
    retry_delays: toWireDelays(input.retryDelays),
    success_criterion: input.successCriterion,
    success_regex: input.successRegex,
    accepted_statuses: input.acceptedStatuses,
    notify_frequency: input.notifyFrequency,
    notification_type: input.notificationType,
    notification_config: input.notificationConfig,
    notify_rules: input.notifyRules ?? [],
    late_after: input.lateAfter,
    too_long_after: input.tooLongAfter,
    certificate_days: input.certificateDays,
    answer_watch: input.answerWatch,
    overlap: input.overlap,
    catch_up: input.catchUp,
    signing: input.isSigned,
    follow_redirects: input.followRedirects,
    tags: input.tags,
    paused_until: now.paused_until,
    pause_reason: now.pause_reason,
    skips: skips.map(isoOf),
    version: job.desiredVersion,
    created_at: iso(job.createdAt),
    updated_at: iso(job.updatedAt),
    failed_executions_count: counts.failed,
    successful_executions_count: counts.successful,
  };
}

function toKeyJob({ job, input, counts, skips }: JobReport, now: ShownNow): OfKey {
  return {
    id: job.id,
    name: input.name,
    cron: input.cronExpression,
    status: now.status,
    webhook_url: job.webhookUrl,
    timeout: input.timeoutSeconds,
    description: input.description,
    external_id: input.externalId,
    type: input.type,
    timezone: input.timeZone,
    http_method: input.httpMethod,
    headers: now.headers,
    auth: now.auth,
    payload: input.payload,
    payload_omitted: false,
    retry_count: input.retryCount,
    retry_delays: toWireDelays(input.retryDelays),
    success_criterion: input.successCriterion,
    success_regex: input.successRegex,
    accepted_statuses: input.acceptedStatuses,
    notify_frequency: input.notifyFrequency,
    notification_type: input.notificationType,
    notification_config: input.notificationConfig,
    notify_rules: input.notifyRules ?? [],
    late_after: input.lateAfter,
    too_long_after: input.tooLongAfter,
    certificate_days: input.certificateDays,
    answer_watch: input.answerWatch,
    overlap: input.overlap,
    catch_up: input.catchUp,
    signing: input.isSigned,
    follow_redirects: input.followRedirects,
    tags: input.tags,
    last_run: now.last_run,
    next_run: now.next_run,
    paused_until: now.paused_until,
    pause_reason: now.pause_reason,
    skips: skips.map(isoOf),
    version: job.desiredVersion,
    created_at: iso(job.createdAt),
    updated_at: iso(job.updatedAt),
    failed_executions_count: counts.failed,
    successful_executions_count: counts.successful,
  };
}

/** Bytes of the longest payload a list shows. */
const longestListed = 4_096;

/** A job as a list shows it: a payload over 4 KiB is left out, so the row can still be sent back. */
export function withoutLongPayload<Job extends { payload: unknown; payload_omitted: unknown }>(
  job: Job,
): Job | Omit<Job, 'payload'> {
  const { payload, ...rest } = job;
  if (typeof payload !== 'string' || utf8Length(payload) <= longestListed) return job;
  return { ...rest, payload_omitted: true };
}

/** A pause past its end date is over, recorded or not. */
const statusNow = ({ job: { status, pausedUntil } }: JobReport, now: number) =>
  isActive({ status, pausedUntil, now }) ? 'active' : status;
const isoOf = (at: number) => new Date(at).toISOString();
