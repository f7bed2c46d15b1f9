import type { ToastInput } from '#app/protocol/toast.ts';
import type { JobChannel } from '#domain/job/choices.ts';
import { channelKindNames } from '#domain/notifications/channel-kind-names.ts';
import { notificationErrorText, notificationRuleNames } from '#domain/notifications/notification-words.ts';
import { eventsText } from '#domain/notifications/notify-rules.ts';
import type { RuleReason } from '#domain/notifications/rules.ts';
import type { Owner } from '#server/jobs/types.ts';
import { type DecryptedChannel, shownDestination } from '#server/notifications/channels/channel.server.ts';
import { jobChannel } from '#server/notifications/channels/job-channel.server.ts';
import type { TestedChannel } from '#server/notifications/channels/send-test-notification.server.ts';
import {
  listNotifications,
  type ListedNotification,
} from '#server/notifications/list-notifications.server.ts';
import { type NamedRule, readJobRules } from '#server/notifications/rules/job-rules.server.ts';

const shownNotifications = 20;

const channelNames = { ...channelKindNames, push: 'Push' };
const frequencies = {
  always: 'on every execution',
  on_failure: 'on failure',
  on_success: 'on success',
  never: 'never',
} as const;

/** Without a channel the owner hears of failures alone (D37). */
const mailed = {
  always: 'on the first failure, by email to you',
  on_failure: 'on the first failure, by email to you',
  on_success: 'never without a channel',
  never: 'never',
} as const;

/** One note of the list. Instants are UTC milliseconds. */
export interface NotificationLine {
  id: number;
  /** Null where it is about no execution. */
  executionId: number | null;
  rule: string;
  channel: string;
  destination: string;
  state: ListedNotification['state'];
  attempts: number;
  enqueuedAt: number;
  /** When it is tried next; null once it has ended, or before its first attempt. */
  nextAt: number | null;
  /** Why the last attempt did not arrive. */
  error: string | null;
  /** Beginning of the channel's response. */
  response: string | null;
}

/** Channels that hear of a job for the same reason. */
interface NotifiedChannels {
  /** "#money (failure, recovery), calm (missed run)" */
  channels: string;
  /** "because of the tag billing" */
  reason: string;
  isMuted: boolean;
  changeTo: string;
}

/** The notifications of a job as its page shows them. */
export interface JobNotifications {
  notified: NotifiedChannels[];
  /** "on failure, to Slack" */
  notification: string;
  /** Where a test goes; null if only named channels hear of the job, which have tests of their own. */
  destination: string | null;
  lines: NotificationLine[];
}

/** @throws AppError not_found */
export async function readJobNotifications({
  owner,
  jobId,
}: {
  owner: Owner;
  jobId: number;
}): Promise<JobNotifications> {
  const [{ job, open }, notifications] = await Promise.all([
    jobChannel({ owner, jobId }),
    listNotifications({ ownerId: owner.id, jobId, limit: shownNotifications }),
  ]);
  const { notifyFrequency: frequency } = job;
  const rules = await readJobRules({ job, open });
  const isFirst = rules.some(({ channelId }) => channelId === null);
  return {
    notified: toNotified({ rules, open, jobId }),
    notification: !isFirst
      ? 'to named channels'
      : open.channel === 'email'
        ? mailed[frequency]
        : shown({ frequency, channel: open.channel }),
    destination: !isFirst
      ? null
      : open.channel === 'email'
        ? open.to
        : shownDestination({ channel: open.channel, text: open.config.url }),
    lines: notifications.map(toNotificationLine),
  };
}

/** The rules that apply to a job, and why: those of one reason together. */
function toNotified({
  rules,
  open,
  jobId,
}: {
  rules: NamedRule[];
  open: DecryptedChannel;
  jobId: number;
}): NotifiedChannels[] {
  const reasons = [...new Set(rules.map(({ reason }) => reason))];
  return reasons.flatMap((reason) =>
    [true, false].flatMap((isMuted) => {
      const some = rules.filter((rule) => rule.reason === reason && rule.isMuted === isMuted);
      if (some.length === 0) return [];
      const channels = some.map((rule) =>
        rule.channelId === null ? firstText(open) : `${rule.name ?? ''} (${eventsText(rule)})`,
      );
      return [{ channels: channels.join(', '), isMuted, ...reasonText({ reason, jobId }) }];
    }),
  );
}

function firstText(open: DecryptedChannel): string {
  return open.channel === 'email'
    ? 'you by email'
    : `${channelNames[open.channel]} at ${shownDestination({ channel: open.channel, text: open.config.url })}`;
}

function reasonText({ reason, jobId }: { reason: RuleReason; jobId: number }) {
  const defaults = '/dashboard/settings/rules';
  const form = `/dashboard/jobs/${jobId}/edit?tab=notifications`;
  if (reason === 'job') return { reason: 'because of this job’s settings', changeTo: form };
  if (reason === 'account') return { reason: 'the default of your account', changeTo: defaults };
  if (reason === 'email') return { reason: 'because no channel is set', changeTo: form };
  return { reason: `because of the tag ${reason.slice('tag:'.length)}`, changeTo: defaults };
}

function shown({ frequency, channel }: { frequency: keyof typeof frequencies; channel: JobChannel }) {
  return frequency === 'never' ? 'never' : `${frequencies[frequency]}, to ${channelNames[channel]}`;
}

export function toNotificationLine({
  id,
  executionId,
  rule,
  channel,
  destination,
  state,
  attempts,
  ...notification
}: ListedNotification): NotificationLine {
  const { errorCode, statusCode, response, enqueuedAt, nextAt } = notification;
  return {
    id,
    executionId,
    rule: notificationRuleNames[rule],
    channel: channelNames[channel],
    destination,
    state,
    attempts,
    enqueuedAt: enqueuedAt.getTime(),
    nextAt: state === 'pending' && attempts > 0 ? nextAt.getTime() : null,
    error:
      state === 'sent' || errorCode === null
        ? null
        : notificationErrorText({ channel, errorCode, statusCode }),
    response: state === 'sent' ? null : response,
  };
}

/** Result of a test notification, in words. */
export function testNotificationToast({ channel, errorCode, statusCode }: TestedChannel): ToastInput {
  const name = channel === 'email' ? 'email' : channelNames[channel];
  if (errorCode === null) return `Test notification sent by ${name}. Check whether it arrived.`;
  return {
    title: 'Test Notification Not Delivered',
    message: notificationErrorText({ channel, errorCode, statusCode }),
    tone: 'error',
  };
}
