import type { EventType } from '#domain/event-type.ts';
import { fieldTable } from '#domain/job/field-table.ts';
import { toWireDelays, type RetryDelays } from '#domain/job/retry-delays.ts';
import type { JobRow } from '#server/jobs/types.ts';
import { enqueueEvents, type EventTx } from './enqueue-events.server.ts';

/**
 * Enqueues the event of a change of jobs, in its transaction.
 * @param jobs as they are after the change
 * @param changed names of the changed fields; empty for a new or deleted job
 */
export async function enqueueJobEvents({
  jobs,
  change,
  changed = [],
  ...within
}: EventTx & {
  jobs: JobRow[];
  change: 'created' | 'updated' | 'deleted';
  changed?: readonly string[];
}): Promise<void> {
  const at = Date.now();
  const events = jobs.map((job) => ({
    ...{ ownerId: job.ownerId, jobId: job.id, at, type: typeOf({ job, change, changed }) },
    data: { job: toJob(job), ...(change === 'updated' && { changed: changed.map(nameOf) }) },
  }));
  await enqueueEvents({ ...within, events });
}

function typeOf({
  job,
  change,
  changed,
}: {
  job: JobRow;
  change: 'created' | 'updated' | 'deleted';
  changed: readonly string[];
}): EventType {
  if (change !== 'updated') return `job.${change}`;
  return job.status === 'paused' && changed.includes('status') ? 'job.paused' : 'job.updated';
}

const nameOf = (field: string) => {
  if (field === 'pausedUntil') return 'paused_until';
  const name = Object.hasOwn(fieldTable, field) ? fieldTable[field as keyof typeof fieldTable].wire : field;
  return name === 'cron_expression' ? 'cron' : name;
};

/** A job as the API shows it to a key, without what may be a secret: URL, headers, credentials, payload, channel. */
function toJob(job: JobRow) {
  const delays = job.retryDelays === null ? null : (JSON.parse(job.retryDelays) as RetryDelays);
  return {
    id: job.id,
    name: job.name,
    cron: job.cronExpression,
    status: job.status,
    timeout: job.timeoutSeconds,
    description: job.description,
    external_id: job.externalId,
    type: job.type,
    timezone: job.timeZone,
    http_method: job.httpMethod,
    retry_count: job.retryCount,
    retry_delays: toWireDelays(delays),
    success_criterion: job.successCriterion,
    success_regex: job.successRegex,
    accepted_statuses: job.acceptedStatuses,
    notify_frequency: job.notifyFrequency,
    notification_type: job.notificationType,
    overlap: job.overlap,
    catch_up: job.catchUp,
    signing: job.isSigned,
    follow_redirects: job.followRedirects,
    tags: job.tags,
    paused_until: job.pausedUntil?.toISOString() ?? null,
    pause_reason: job.pauseReason,
    version: job.desiredVersion,
    created_at: job.createdAt.toISOString(),
    updated_at: job.updatedAt.toISOString(),
  };
}
