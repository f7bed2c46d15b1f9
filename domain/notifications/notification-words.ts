import { errorText } from '#domain/execution.ts';
import type { Outcome } from '#domain/outcome.ts';
import { counted, instantInWords as instant } from '#domain/schedule/instant-words.ts';
import type { EventDetails } from './event-details.ts';
import { eventLines, eventTitle } from './event-words.ts';
import { type Channel, channels, type NotificationRule } from './notification.ts';

/** Content of a notification. Instants are UTC milliseconds. */
export interface NotificationStory {
  rule: NotificationRule;
  jobName: string;
  /** The job's zone, for instants in the text. */
  timeZone: string;
  outcome: Outcome;
  /** The rule that decided, in words; null where nothing was called. */
  verdict: string | null;
  dueAt: number;
  isScheduled: boolean;
  attempts: number;
  /** Number of fires missed in an outage, and the last one. */
  missedCount: number;
  missedUntil: number | null;
  /** Failures in a row; of a recovery those that it ended. */
  streak: number;
  streakStartedAt: number | null;
  pauseReason: string | null;
  /** Null for the results of runs, and automatic pauses. */
  details?: EventDetails | null;
  /** When it is enqueued. */
  at?: number;
}

/** The event in one line: a subject, a headline. */
export function notificationTitle(story: NotificationStory): string {
  const { rule, jobName, outcome, missedCount, details, at = 0 } = story;
  if (details) return eventTitle({ details, jobName, now: at });
  switch (rule) {
    case 'reminder':
      return `${jobName} is still failing`;
    case 'recovery':
      return `${jobName} is working again`;
    case 'auto_pause':
      return `${jobName} was paused`;
    case 'auto_pause_warning':
      return `${jobName} will be paused if it keeps failing`;
    case 'flapping':
      return `${jobName} is flapping`;
    case 'flapping_ended':
      return `${jobName} has stopped flapping`;
    default:
      if (outcome === 'missed') return `${jobName} missed ${counted(missedCount, 'run')}`;
      return `${jobName} ${outcome === 'success' ? 'succeeded' : 'failed'}`;
  }
}

/** A failure and its recovery in one line. */
export const recoveredTitle = (jobName: string) => `${jobName} failed, then recovered`;

/** Why, which fire and since when: a sentence each. */
export function notificationLines(story: NotificationStory): string[] {
  const { rule, verdict, timeZone, dueAt, isScheduled, missedUntil, pauseReason, outcome } = story;
  if (rule === 'flapping_ended') return [`No new incident for an hour. ${stateLine(outcome)}`];
  const due = instant({ at: dueAt, timeZone });
  const asked = `${isScheduled ? 'Scheduled for' : 'Requested on'} ${due}`;
  if (story.details) {
    const isOfRun = story.details.kind !== 'certificate';
    return eventLines({ details: story.details, timeZone, due: isOfRun ? `${asked}.` : null });
  }
  if (outcome === 'missed') {
    const what =
      missedUntil === null || story.missedCount === 1
        ? `the run of ${due} was due. Your endpoint was not called.`
        : `the runs from ${due} to ${instant({ at: missedUntil, timeZone })} were due. Your endpoint was not called.`;
    return [`Punctual was down when ${what}`];
  }
  const tried = story.attempts > 1 ? `, after ${counted(story.attempts, 'attempt')}` : '';
  return [
    rule === 'auto_pause' && pauseReason !== null ? sentence(pauseReason) : null,
    rule === 'auto_pause' ? 'It will not run again until you resume it.' : null,
    rule === 'auto_pause_warning'
      ? 'It will be paused once it has failed 100 times in a row over at least three days.'
      : null,
    rule === 'flapping' ? flappingLine : null,
    verdict === null ? null : sentence(verdict),
    `${asked}${tried}.`,
    streakLine(story),
  ].filter((line) => line !== null);
}

const flappingLine =
  'It keeps failing and recovering: more than 4 incidents within an hour. You will get no more notifications of them until an hour has passed without one.';

const stateLine = (outcome: Outcome) =>
  outcome === 'success' ? 'Its last run succeeded.' : 'It is still failing.';

function streakLine({ rule, streak, streakStartedAt, timeZone }: NotificationStory): string | null {
  if (streak < 1) return null;
  const start = streakStartedAt === null ? null : instant({ at: streakStartedAt, timeZone });
  if (rule !== 'recovery')
    return streak === 1
      ? null
      : `${counted(streak, 'failure')} in a row${start === null ? '' : ` since ${start}`}.`;
  if (streak === 1) return `It failed once${start === null ? '' : `, on ${start}`}.`;
  return `It failed ${counted(streak, 'time')} in a row${start === null ? '' : `, starting on ${start}`}.`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Names of the notification rules on the job's page. */
export const notificationRuleNames: Record<NotificationRule, string> = {
  failure: 'Failure',
  reminder: 'Reminder',
  recovery: 'Recovery',
  always: 'Every Run',
  success: 'Success',
  missed: 'Missed Run',
  auto_pause: 'Auto-Pause',
  auto_pause_warning: 'Auto-Pause Warning',
  late: 'Late',
  too_long: 'Too Long',
  certificate: 'Certificate',
  answer_changed: 'Response Changed',
  flapping: 'Flapping',
  flapping_ended: 'Flapping Ended',
};

/** Timeout of one delivery, by channel. */
export const notificationLimitSeconds = {
  ...(Object.fromEntries(channels.map((channel) => [channel, 10])) as Record<Channel, number>),
  email: 20,
};

/**
 * Reason of a failed notification, for its owner.
 * @param statusCode of the channel's response: HTTP or SMTP
 */
export function notificationErrorText({
  channel,
  errorCode,
  statusCode,
}: {
  channel: Channel;
  errorCode: string;
  statusCode: number | null;
}): string {
  if (errorCode === 'mail_unconfigured') return 'This installation has no mail server.';
  if (errorCode === 'channel_rejected') return 'The channel rejected the message.';
  if (errorCode === 'push_unsubscribed') return 'None of your browsers accepts push messages anymore.';
  if (errorCode === 'push_unconfigured') return 'This installation has no keys for push messages.';
  if (errorCode === 'channel_disabled') return 'The channel is disabled.';
  if (errorCode === 'channel_outside_plan') return 'Your plan does not include this channel.';
  if (errorCode === 'email_unconfirmed') return 'Your email address is not verified.';
  return errorText({
    code: errorCode,
    type: channel === 'email' ? 'email' : 'webhook',
    statusCode,
    timeoutSeconds: notificationLimitSeconds[channel],
  });
}
