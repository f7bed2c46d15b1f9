import type { NotifyFrequency } from '#domain/job/choices.ts';
import { isReminderDue, type NotificationRule } from './notification.ts';

/** The events that a rule can notify a channel of (D51). `paused`: the product paused the job, or soon will. */
export const ruleEvents = [
  'failure',
  'recovery',
  'reminder',
  'missed',
  'late',
  'too_long',
  'certificate',
  'answer_changed',
  'paused',
] as const;
export type RuleEvent = (typeof ruleEvents)[number];

/** Events of a rule that names none: those of a job's own channel. */
export const usualEvents: readonly RuleEvent[] = ['failure', 'recovery', 'reminder', 'missed', 'paused'];

/** Channels that a job notifies (D51), its own included: without one, all of them can be named ones. */
export const mostJobRules = 5;
/** Rules of the account, or of one tag. */
export const mostDefaultRules = 5;
/** Tags with defaults. */
export const mostRuleTags = 50;
/** Failures in a row before the first notification. */
export const mostAfter = 1_000;

/** The events that a named channel is notified of. */
export interface ChannelRule {
  channelId: number;
  events: readonly RuleEvent[];
  /** Failures in a row before the first notification. */
  after: number;
}

/** A default for the jobs with a tag. */
export interface TagRule extends ChannelRule {
  tag: string;
}

export type RuleReason = 'job' | `tag:${string}` | 'account' | 'email';

/** A rule that applies to a job. */
export interface AppliedRule {
  /** Null: the job's own channel, the account's default channel or the owner's email. */
  channelId: number | null;
  events: readonly RuleEvent[];
  after: number;
  reason: RuleReason;
  /** The job notifies never: only that it was paused. */
  isMuted: boolean;
}

/** Notification settings of a job, as far as rules depend on them. */
export interface RuledJob {
  notifyFrequency: NotifyFrequency;
  /** True if it has a channel of its own: notification_type and notification_config. */
  hasChannel: boolean;
  rules: readonly ChannelRule[];
  tags: readonly string[];
}

/**
 * The rules that apply to a job. They come from one source, the first with rules: the job, its tags, the account, the
 * email to the owner. All tags of a job apply together; a channel that several of them name gets the events of all.
 * @param tagDefaults also of other tags
 */
export function rulesOf({
  job,
  tagDefaults,
  accountDefaults,
}: {
  job: RuledJob;
  tagDefaults: readonly TagRule[];
  accountDefaults: { rules: readonly ChannelRule[]; hasChannel: boolean };
}): AppliedRule[] {
  const isMuted = job.notifyFrequency === 'never';
  const first = (reason: RuleReason): AppliedRule => ({
    ...{ channelId: null, events: ruleEvents, after: 1, reason, isMuted },
  });
  const own = job.rules.map((rule) => toApplied({ rule, reason: 'job', isMuted: false }));
  if (job.hasChannel) return [first('job'), ...own];
  if (own.length > 0) return own;
  const ofTags = unite(tagDefaults.filter(({ tag }) => job.tags.includes(tag)));
  if (ofTags.length > 0) return ofTags.map((rule) => toApplied({ rule, reason: `tag:${rule.tag}`, isMuted }));
  const { rules, hasChannel } = accountDefaults;
  if (rules.length > 0) return rules.map((rule) => toApplied({ rule, reason: 'account', isMuted }));
  return [first(hasChannel ? 'account' : 'email')];
}

function toApplied({
  rule: { channelId, events, after },
  ...given
}: {
  rule: ChannelRule;
  reason: RuleReason;
  isMuted: boolean;
}): AppliedRule {
  return { channelId, events, after, ...given };
}

/** One rule for each channel: all events, the earliest notification, and the first tag by its name. */
function unite(rules: readonly TagRule[]): TagRule[] {
  const united = new Map<number, TagRule>();
  for (const rule of [...rules].sort((a, b) => a.channelId - b.channelId || (a.tag < b.tag ? -1 : 1))) {
    const { channelId } = rule;
    const other = united.get(channelId) ?? rule;
    const events = ruleEvents.filter((event) => other.events.includes(event) || rule.events.includes(event));
    united.set(channelId, { ...other, events, after: Math.min(other.after, rule.after) });
  }
  return [...united.values()];
}

/** Input of a rule with a named channel, once an execution has ended after all retries. */
export interface RuleFacts {
  frequency: NotifyFrequency;
  rule: Pick<AppliedRule, 'events' | 'after' | 'reason'>;
  /** superseded and unknown are failures; missed is handed in once per outage, skipped never. */
  end: 'success' | 'failure' | 'missed';
  /** Failures in a row: with this one if it is a failure, else those that it ends. */
  streak: number;
  /** UTC milliseconds; null if unknown. */
  streakStartedAt: number | null;
  /** When this channel was last notified of the streak; null for never. */
  lastNotifiedAt: number | null;
  /** UTC milliseconds */
  now: number;
}

/**
 * The notification of a named channel for an execution; null for none. A default keeps to the job's frequency: always
 * and on_success are notified as such.
 */
export function notificationByRule({
  frequency,
  rule: { events, after, reason },
  end,
  streak,
  streakStartedAt,
  lastNotifiedAt,
  now,
}: RuleFacts): NotificationRule | null {
  const asked = <Rule extends NotificationRule & RuleEvent>(rule: Rule) =>
    events.includes(rule) ? rule : null;
  if (reason !== 'job' && frequency === 'never') return null;
  if (reason !== 'job' && frequency === 'always') return 'always';
  if (reason !== 'job' && frequency === 'on_success') return end === 'success' ? 'success' : null;
  if (end === 'missed') return asked('missed');
  const isFailureAsked = events.includes('failure');
  const isCounted = streak > 0 && streak >= after;
  if (end === 'success')
    return (isFailureAsked ? lastNotifiedAt !== null : isCounted) ? asked('recovery') : null;
  if (!isCounted) return null;
  if (isFailureAsked && lastNotifiedAt === null) return 'failure';
  const sinceMs = now - (lastNotifiedAt ?? streakStartedAt ?? now);
  return isReminderDue({ streak, sinceMs }) ? asked('reminder') : null;
}
