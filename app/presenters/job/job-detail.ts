import type { ExecutionStatus } from '#app/presenters/execution/execution-status.ts';
import { maskHeaders } from '#app/presenters/masked-headers.ts';
import { readMailTarget } from '#domain/job/job-target.ts';
import { isActive } from '#domain/job/job.ts';
import { authText, maskedAuthHeader } from '#domain/job/request-auth.ts';
import { retrySentence } from '#domain/job/retry-delays.ts';
import { isSecretHeader } from '#domain/job/secret-headers.ts';
import { describeCron } from '#domain/schedule/cron-description.ts';
import { nextRun } from '#domain/schedule/next-run.ts';
import { indentJson } from '#domain/text/indent-json.ts';
import { curlCommand } from '#domain/text/shell-command.ts';
import type { JobWithState, DecryptedJob } from '#server/jobs/types.ts';
import { typeText } from './job-row.ts';

/** A job as its page shows it. Instants are UTC milliseconds. */
export interface JobDetail {
  id: number;
  name: string;
  description: string;
  status: DecryptedJob['status'];
  pauseReason: string | null;
  /** When it is active again by itself, while it is paused. */
  pausedUntil: number | null;
  tags: string[];
  /** The engine has not taken over the newest version yet. */
  isSyncing: boolean;
  schedule: string;
  cron: string | null;
  timeZone: string;
  type: 'Webhook' | 'Email';
  createdAt: number;
  version: number;
  last: { at: number; status: ExecutionStatus | null; code: number | null } | null;
  /** The next fire that is not skipped; of a job paused until a time the first one after it. */
  nextRunAt: number | null;
  webhook: WebhookDetail;
}

export interface WebhookDetail {
  url: string;
  /** A browser can open it. */
  isLink: boolean;
  /** Recipient and subject of an email job; null for a webhook. */
  mail: { address: string; subject: string | null } | null;
  method: string;
  criterion: string;
  timeoutSeconds: number;
  retryCount: number;
  followRedirects: boolean;
  /** "Basic, user ann"; null for none. */
  auth: string | null;
  /** The planned waits between attempts in words; null where nothing is retried. */
  retryWaits: string | null;
  /** Pretty-printed JSON. */
  headers: string | null;
  hasMaskedHeaders: boolean;
  payload: string | null;
  /** The same as a command; null for mails. Values of secret headers are masked in it as above. */
  curl: string | null;
}

/** @param skips and now: UTC milliseconds */
export function toJobDetail({
  job,
  state,
  skips,
  isRevealed,
  now,
}: JobWithState & { skips: number[]; isRevealed: boolean; now: number }): JobDetail {
  const lastRunAt = state?.lastRunAt ?? null;
  // A pause past its end date is over, recorded or not.
  const status = isActive({ ...job, now }) ? 'active' : job.status;
  const isPaused = status === 'paused';
  const pausedUntil = isPaused ? (job.pausedUntil?.getTime() ?? null) : null;
  const { cronExpression: cron, timeZone } = job;
  const nextFireAt = state?.nextRunAt?.getTime() ?? null;
  return {
    id: job.id,
    name: job.name,
    description: job.description,
    status,
    pauseReason: isPaused ? job.pauseReason : null,
    pausedUntil,
    tags: job.tags,
    isSyncing: job.appliedVersion < job.desiredVersion,
    schedule: describeCron(cron),
    cron,
    timeZone,
    type: typeText(job.type),
    createdAt: job.createdAt.getTime(),
    version: job.desiredVersion,
    last: lastRunAt && {
      at: lastRunAt.getTime(),
      status: state?.lastOutcome ?? null,
      code: state?.lastStatusCode ?? null,
    },
    nextRunAt:
      status === 'active' || pausedUntil !== null ? nextRun({ cron, timeZone, nextFireAt, skips }) : null,
    webhook: toWebhook({ job, isRevealed }),
  };
}

function toWebhook({ job, isRevealed }: { job: DecryptedJob; isRevealed: boolean }): WebhookDetail {
  const { webhookUrl: url, headers: stored, httpMethod: method, payload } = job;
  const isLink = /^https?:/.test(url);
  const headers = stored && maskHeaders({ headers: stored, isRevealed });
  return {
    url,
    isLink,
    mail: readMailTarget(url),
    method,
    criterion: criterionText(job),
    timeoutSeconds: job.timeoutSeconds,
    retryCount: job.retryCount,
    followRedirects: job.followRedirects,
    auth: job.auth && authText(job.auth),
    retryWaits: retrySentence({ delays: job.retryDelays, retryCount: job.retryCount }),
    headers: headers && indentJson(JSON.stringify(headers)),
    hasMaskedHeaders: !isRevealed && Object.keys(stored ?? {}).some(isSecretHeader),
    payload: payload === null ? null : indentJson(payload),
    curl: isLink
      ? curlCommand({ method, url, headers: { ...headers, ...maskedAuthHeader(job.auth) }, payload })
      : null,
  };
}

export function criterionText(
  job: Pick<DecryptedJob, 'type' | 'successCriterion' | 'acceptedStatuses'>,
): string {
  if (job.type === 'email') return 'The mail server accepts the message';
  const status = `Status ${job.acceptedStatuses ?? '2xx'}`;
  if (job.successCriterion === 'body_match') return `${status}, pattern found`;
  return job.successCriterion === 'body_fail_match' ? `${status}, failure pattern not found` : status;
}
