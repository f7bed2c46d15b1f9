import { digestMessageId, notificationMessageId } from '#domain/ids.ts';
import {
  notificationLines,
  type NotificationStory,
  notificationTitle,
} from '#domain/notifications/notification-words.ts';
import { apiStatus } from '#domain/outcome.ts';
import { env } from '#server/env.server.ts';
import { cutText } from './cut-text.server.ts';
import type { NotificationRow } from './notification-rows.server.ts';
import { readRule } from './stored-rule.ts';

/** Content of a notification, for any channel. */
export interface Message {
  /** Names the kind to programs, such as job.failed. */
  type: string;
  /** Constant over all attempts: note_<id>. */
  id: string;
  at: Date;
  title: string;
  lines: string[];
  link: { label: string; url: string };
  /** The same for programs (docs/data-flow.md). */
  data: Record<string, unknown>;
  severity: Severity;
  /** Constant over all messages about one job, for providers that combine them; null for a digest and a test. */
  incidentKey: string | null;
  /** True if the job works: its incident ends. */
  isResolved: boolean;
}

/** Seriousness of a message, the worst first. */
export const severities = ['error', 'warning', 'success', 'info'] as const;
export type Severity = (typeof severities)[number];

const mostListed = 20;
/** Limit of a verdict; the page of the execution has all of it. */
const longestVerdict = 1_000;
/** Limit of a digest's notifications for programs: with the rest, it stays below the 100 kB many servers accept. */
const mostDigestBytes = 65_536;

/** The message of one notification. */
export function messageOf(row: NotificationRow): Message {
  const story = storyOf(row);
  const url = executionUrl(row);
  const type = typeOf(story);
  const severity = severityOf[type];
  return {
    ...{ type, severity, isResolved: severity === 'success', incidentKey: incidentKeyOf(row.jobId) },
    id: notificationMessageId(row.id),
    at: row.enqueuedAt,
    title: notificationTitle(story),
    lines: notificationLines(story),
    link: { label: 'See the execution', url },
    data: {
      rule: story.rule,
      job: jobData(row),
      execution: { ...executionData(row), url },
      streak: { failures: row.streak, since: row.streakStartedAt?.toISOString() ?? null },
    },
  };
}

/** A digest: several notifications to one destination, beyond its rate limit. */
export function digestOf(rows: NotificationRow[]): Message {
  const messages = rows.map(messageOf);
  const [first] = messages;
  if (!first) throw new Error('A digest of nothing.');
  const jobs = new Set(rows.map(({ jobId }) => jobId)).size;
  const rest = messages.length - mostListed;
  return {
    type: 'digest',
    id: digestMessageId(first.id),
    at: first.at,
    title: `${messages.length} notifications from ${jobs === 1 ? '1 job' : `${jobs} jobs`}`,
    lines: [
      ...messages.slice(0, mostListed).map(({ title, lines: [why = ''] }) => `${title}. ${why}`),
      ...(rest > 0 ? [`And ${rest} more.`] : []),
    ],
    link: { label: 'See your jobs', url: `${env().APP_ORIGIN}/dashboard` },
    data: digestData(messages),
    severity: severities.find((one) => messages.some(({ severity }) => severity === one)) ?? 'info',
    ...{ incidentKey: null, isResolved: false },
  };
}

/** The notifications for programs, oldest first, as many as fit; `omitted` counts the others. */
function digestData(messages: Message[]) {
  let bytes = 0;
  const fits = ({ type, data }: Message) =>
    (bytes += Buffer.byteLength(JSON.stringify({ type, ...data })) + 1) <= mostDigestBytes;
  const first = messages.findIndex((message) => !fits(message));
  const notified = first === -1 ? messages : messages.slice(0, first);
  const omitted = messages.length - notified.length;
  return {
    notifications: notified.map(({ type, data }) => ({ type, ...data })),
    ...(omitted > 0 && { omitted }),
  };
}

function storyOf({ rule, job, execution, streak, streakStartedAt }: NotificationRow): NotificationStory {
  return {
    rule: readRule(rule),
    jobName: job.name,
    timeZone: job.timeZone,
    outcome: execution.outcome ?? 'unknown',
    verdict: shortVerdict(execution),
    dueAt: execution.dueAt.getTime(),
    isScheduled: execution.scheduledFor !== null,
    attempts: execution.attemptCount,
    missedCount: execution.missedCount ?? 1,
    missedUntil: execution.missedUntil?.getTime() ?? null,
    streak,
    streakStartedAt: streakStartedAt?.getTime() ?? null,
    pauseReason: job.pauseReason,
  };
}

function shortVerdict({ verdict }: Pick<NotificationRow['execution'], 'verdict'>): string | null {
  return verdict && cutText({ text: verdict, most: longestVerdict });
}

/** Names the alert of a job at providers that keep one, over all installations that share a key there. */
function incidentKeyOf(jobId: number): string {
  return `${new URL(env().APP_ORIGIN).host}/jobs/${jobId}`;
}

type StoryType = keyof typeof severityOf;

const severityOf = {
  'job.failed': 'error',
  'job.missed': 'error',
  'job.paused': 'error',
  'job.pause_warning': 'warning',
  'job.recovered': 'success',
  'job.succeeded': 'success',
} satisfies Record<string, Severity>;

function typeOf({ rule, outcome }: NotificationStory): StoryType {
  if (rule === 'auto_pause') return 'job.paused';
  if (rule === 'auto_pause_warning') return 'job.pause_warning';
  if (rule === 'recovery') return 'job.recovered';
  if (outcome === 'missed') return 'job.missed';
  return outcome === 'success' ? 'job.succeeded' : 'job.failed';
}

/** The page of a job. */
export function jobUrl(jobId: number): string {
  return `${env().APP_ORIGIN}/dashboard/jobs/${jobId}`;
}

/**
 * Where the notifications of a job are chosen.
 * @param jobId 0 for a job that is not saved yet
 */
export function notificationsUrl(jobId: number): string {
  const form = jobId === 0 ? `${env().APP_ORIGIN}/dashboard/jobs/create` : `${jobUrl(jobId)}/edit`;
  return `${form}?tab=notifications`;
}

function executionUrl({ jobId, executionId }: NotificationRow): string {
  return `${jobUrl(jobId)}/executions/${executionId}`;
}

/** A job as notifications name it. */
export function jobData({
  job,
}: {
  job: Pick<NotificationRow['job'], 'id' | 'name' | 'cronExpression' | 'timeZone' | 'status'>;
}) {
  return {
    id: job.id,
    name: job.name,
    cron: job.cronExpression,
    timezone: job.timeZone,
    status: job.status,
    url: jobUrl(job.id),
  };
}

function executionData({ execution }: NotificationRow) {
  return {
    id: Number(execution.id),
    trigger: execution.trigger,
    scheduled_for: execution.scheduledFor?.toISOString() ?? null,
    start_time: execution.startedAt?.toISOString() ?? null,
    end_time: execution.endedAt?.toISOString() ?? null,
    duration: execution.durationMs,
    lateness_ms: execution.latenessMs,
    status: apiStatus(execution.outcome),
    outcome: execution.outcome,
    reason: execution.reason,
    status_code: execution.statusCode,
    error: execution.errorCode,
    verdict: shortVerdict(execution),
    attempts: execution.attemptCount,
    missed_until: execution.missedUntil?.toISOString() ?? null,
    missed_count: execution.missedCount,
  };
}
