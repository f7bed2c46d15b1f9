import { digestMessageId, notificationMessageId } from '#domain/ids.ts';
import {
  notificationLines,
  type NotificationStory,
  notificationTitle,
  recoveredTitle,
} from '#domain/notifications/notification-words.ts';
import { apiStatus } from '#domain/outcome.ts';
import { env } from '#server/env.server.ts';
import type { EventDetails } from '#domain/notifications/event-details.ts';
import { cutText } from './cut-text.server.ts';
import type { NotificationRow } from './notification-rows.server.ts';
import { decryptDetails } from './sealed-details.server.ts';
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
  /** The incident that it is about, for own bodies of webhooks; null or left out for none. */
  incidentId?: number | null;
  /** The same for programs (docs/data-flow.md). */
  data: Record<string, unknown>;
  severity: Severity;
  /**
   * Constant over all messages about the failures of one job, for providers that combine them; another for each kind of
   * its other events. Null for a digest and a test.
   */
  incidentKey: string | null;
  /** True if the job works: its incident ends. */
  isResolved: boolean;
}

/** Seriousness of a message, the worst first. */
export const severities = ['error', 'warning', 'success', 'info'] as const;
export type Severity = (typeof severities)[number];

const mostListed = 20;
/** Characters of a line of a digest that lists only some: the line with the number of the others fits below all of them. */
const longestListed = 120;
/** Limit of a verdict; the page of the execution has all of it. */
const longestVerdict = 1_000;
/** Limit of a digest's notifications for programs: with the rest, it stays below the 100 kB many servers accept. */
const mostDigestBytes = 65_536;

/** The message of one notification. */
export function messageOf(row: NotificationRow): Message {
  const story = storyOf(row);
  const execution = executionData(row);
  const type = typeOf(story);
  const isStillFailing = type === 'job.flapping_ended' && story.outcome !== 'success';
  const severity = isStillFailing ? 'warning' : severityOf[type];
  return {
    ...{
      type,
      severity,
      isResolved: severity === 'success',
      incidentKey: incidentKeyOf({ jobId: row.jobId, type }),
    },
    id: notificationMessageId(row.id),
    at: row.enqueuedAt,
    incidentId: row.incidentId,
    title: notificationTitle(story),
    lines: notificationLines(story),
    link: execution
      ? { label: 'See the execution', url: execution.url }
      : { label: 'See the job', url: jobUrl(row.jobId) },
    data: {
      rule: story.rule,
      job: jobData(row),
      execution,
      streak: { failures: row.streak, since: row.streakStartedAt?.toISOString() ?? null },
      ...(story.details && { event: eventData(story.details) }),
    },
  };
}

/**
 * A digest: several notifications to one destination, beyond its rate limit or from its quiet hours.
 * @param rows the first of them
 * @param total number of all of them
 * @param jobs number of the jobs of all of them
 */
export function digestOf(
  rows: NotificationRow[],
  { total, jobs } = { total: rows.length, jobs: new Set(rows.map(({ jobId }) => jobId)).size },
): Message {
  const messages = rows.map(messageOf);
  const [first] = messages;
  if (!first) throw new Error('A digest of nothing.');
  const count = total.toLocaleString('en-US');
  const lines = digestLines(rows);
  const rest = lines.length - mostListed + total - rows.length;
  return {
    type: 'digest',
    id: digestMessageId(first.id),
    at: first.at,
    title: `${count} notifications from ${jobs === 1 ? '1 job' : `${jobs.toLocaleString('en-US')} jobs`}`,
    lines: rest > 0 ? withRest({ lines, rest }) : lines,
    link: rest > 0 ? { label: `See all ${count}`, url: logUrl(rows) } : jobsLink(),
    data: digestData({ messages, total }),
    severity: severities.find((one) => messages.some(({ severity }) => severity === one)) ?? 'info',
    ...{ incidentKey: null, isResolved: false },
  };
}

/** The first lines, shortened, and the number of the others. */
function withRest({ lines, rest }: { lines: string[]; rest: number }): string[] {
  const listed = lines.slice(0, mostListed).map((text) => cutText({ text, most: longestListed }));
  return [...listed, `And ${rest.toLocaleString('en-US')} more.`];
}

const jobsLink = () => ({ label: 'See your jobs', url: `${env().APP_ORIGIN}/dashboard` });

/** The page that lists the notifications of a named channel; a job's own ones are on its page. */
function logUrl(rows: NotificationRow[]): string {
  const channelId = rows[0]?.target?.id;
  if (channelId !== undefined) return `${env().APP_ORIGIN}/dashboard/settings/channels/${channelId}`;
  const [jobId, ...others] = new Set(rows.map((row) => row.jobId));
  return jobId === undefined || others.length > 0 ? jobsLink().url : jobUrl(jobId);
}

/** A line for each notification; the failures of an incident whose recovery is in the same digest share its line. */
function digestLines(rows: NotificationRow[]): string[] {
  const recovered = new Set(
    rows.filter(({ rule }) => readRule(rule) === 'recovery').map(({ incidentId }) => incidentId),
  );
  const isFolded = ({ rule, incidentId }: NotificationRow) =>
    incidentId !== null && recovered.has(incidentId) && ['failure', 'reminder'].includes(readRule(rule));
  const folded = new Set(rows.filter(isFolded).map(({ incidentId }) => incidentId));
  return rows
    .filter((row) => !isFolded(row))
    .map((row) => {
      const { title, lines } = messageOf(row);
      if (readRule(row.rule) !== 'recovery' || row.incidentId === null || !folded.has(row.incidentId))
        return `${title}. ${lines[0] ?? ''}`;
      return `${recoveredTitle(row.job.name)}. ${lines.at(-1) ?? ''}`;
    });
}

/** The notifications for programs, oldest first, as many as fit; `omitted` counts the others. */
function digestData({ messages, total }: { messages: Message[]; total: number }) {
  let bytes = 0;
  const fits = ({ type, data }: Message) =>
    (bytes += Buffer.byteLength(JSON.stringify({ type, ...data })) + 1) <= mostDigestBytes;
  const first = messages.findIndex((message) => !fits(message));
  const notified = first === -1 ? messages : messages.slice(0, first);
  const omitted = total - notified.length;
  return {
    notifications: notified.map(({ type, data }) => ({ type, ...data })),
    ...(omitted > 0 && { omitted }),
  };
}

function storyOf(row: NotificationRow): NotificationStory {
  const { rule, job, execution, enqueuedAt, streak, streakStartedAt, details } = row;
  return {
    rule: readRule(rule),
    jobName: job.name,
    timeZone: job.timeZone,
    outcome: execution?.outcome ?? 'unknown',
    verdict: execution && shortVerdict(execution),
    dueAt: (execution?.dueAt ?? enqueuedAt).getTime(),
    isScheduled: execution?.scheduledFor != null,
    attempts: execution?.attemptCount ?? 0,
    missedCount: execution?.missedCount ?? 1,
    missedUntil: execution?.missedUntil?.getTime() ?? null,
    streak,
    streakStartedAt: streakStartedAt?.getTime() ?? null,
    pauseReason: job.pauseReason,
    details: details ? decryptDetails({ ownerId: job.ownerId, details }) : null,
    at: enqueuedAt.getTime(),
  };
}

function shortVerdict({ verdict }: { verdict: string | null }): string | null {
  return verdict && cutText({ text: verdict, most: longestVerdict });
}

/** Types that no recovery ends: in the alert of the job's failures, they would keep it open and hide the next failure. */
export const typesApart: StoryType[] = [
  'job.missed',
  'job.late',
  'job.too_long',
  'job.certificate',
  'job.answer_changed',
];

/** Names the alert of a job at providers that keep one, over all installations that share a key there. */
function incidentKeyOf({ jobId, type }: { jobId: number; type: StoryType }): string {
  const job = `${new URL(env().APP_ORIGIN).host}/jobs/${jobId}`;
  return typesApart.includes(type) ? `${job}/${type.slice('job.'.length)}` : job;
}

type StoryType = keyof typeof severityOf;

const severityOf = {
  'job.failed': 'error',
  'job.missed': 'error',
  'job.paused': 'error',
  'job.pause_warning': 'warning',
  'job.recovered': 'success',
  'job.flapping': 'error',
  // Unless it still fails.
  'job.flapping_ended': 'success',
  'job.succeeded': 'success',
  'job.late': 'warning',
  'job.too_long': 'warning',
  'job.certificate': 'warning',
  'job.answer_changed': 'info',
} satisfies Record<string, Severity>;

function typeOf({ rule, outcome, details }: NotificationStory): StoryType {
  if (details) return `job.${details.kind}`;
  if (rule === 'auto_pause') return 'job.paused';
  if (rule === 'auto_pause_warning') return 'job.pause_warning';
  if (rule === 'recovery') return 'job.recovered';
  if (rule === 'flapping') return 'job.flapping';
  if (rule === 'flapping_ended') return 'job.flapping_ended';
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

/** The event for programs: names in the spelling of the API, instants in ISO 8601. */
function eventData(details: EventDetails) {
  switch (details.kind) {
    case 'late':
      return { lateness_ms: details.latenessMs, late_after: details.afterSeconds };
    case 'too_long':
      return { duration: details.durationMs, too_long_after: details.afterSeconds };
    case 'certificate': {
      const { host, subject, issuer, endsAt } = details;
      return { host, subject, issuer, ends_at: new Date(endsAt).toISOString() };
    }
    case 'answer_changed': {
      const { watch, before, after } = details;
      return { answer_watch: watch, before, after };
    }
  }
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

/** Null where the notification is about no execution. */
function executionData({ jobId, execution }: NotificationRow) {
  if (!execution) return null;
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
    url: `${jobUrl(jobId)}/executions/${execution.id}`,
  };
}
