import type { NotifyFrequency } from '#domain/job/choices.ts';
import { hourMs } from '#domain/time/units.ts';
import { channelKinds } from './channel-kinds.ts';

/** The ways that a message about a job can take. */
export const channels = [...channelKinds, 'push'] as const;
export type Channel = (typeof channels)[number];

export const notificationStates = ['pending', 'sent', 'failed'] as const;
export type NotificationState = (typeof notificationStates)[number];

/** Channel of notifications, and their rules besides the defaults (D37). */
export interface NotificationConfig {
  url: string;
  /** Failures in a row before the first notification. */
  after: number;
  /** Notify on every failure instead of the first, 10th, 100th. */
  every: boolean;
  recovery: boolean;
}

/**
 * Reads a notification_config: a URL, or JSON with `url` and, if wanted, `after`, `every`, `recovery`.
 * @returns null when it is neither
 */
export function readNotificationConfig(text: string): NotificationConfig | null {
  const plain = text.trim();
  if (!plain.startsWith('{'))
    return /^https?:\/\/\S+$/i.test(plain) ? { url: plain, after: 1, every: false, recovery: true } : null;
  let given: unknown;
  try {
    given = JSON.parse(plain);
  } catch {
    return null;
  }
  if (typeof given !== 'object' || given === null) return null;
  const { url, after = 1, every = false, recovery = true } = given as Record<string, unknown>;
  if (typeof url !== 'string' || !/^https?:\/\/\S+$/i.test(url)) return null;
  if (typeof after !== 'number' || !Number.isInteger(after) || after < 1 || after > 1_000) return null;
  if (typeof every !== 'boolean' || typeof recovery !== 'boolean') return null;
  return { url, after, every, recovery };
}

/**
 * The sentence for a channel chosen without its URL: such a job would notify somewhere else than its form says.
 * @param frequency a job that never notifies needs no channel
 * @returns null when nothing is missing
 */
export function missingUrlText({
  type,
  config,
  frequency,
}: {
  type: string | null | undefined;
  config: string | null | undefined;
  frequency: NotifyFrequency | undefined;
}): string | null {
  if (!type || frequency === 'never' || config?.trim()) return null;
  return type === 'slack' ? 'Enter the Slack URL.' : 'Enter the webhook URL.';
}

export const notificationRules = [
  'failure',
  'reminder',
  'recovery',
  'always',
  'success',
  'missed',
  'auto_pause',
  'auto_pause_warning',
  'late',
  'too_long',
  'certificate',
  'answer_changed',
  'flapping',
  'flapping_ended',
] as const;
export type NotificationRule = (typeof notificationRules)[number];

/** Input of a notification rule, once an execution has ended after all retries. */
export interface NotificationFacts {
  frequency: NotifyFrequency;
  config: Pick<NotificationConfig, 'after' | 'every' | 'recovery'>;
  /** superseded and unknown are failures; missed is handed in once per outage, skipped never. */
  end: 'success' | 'failure' | 'missed';
  /** Failures in a row: with this one if it is a failure, else those that it ends. */
  streak: number;
  /** Time of the last notification about the streak; null for none. */
  lastNotifiedAt: number | null;
  /** UTC milliseconds */
  now: number;
}

const milestones = new Set([10, 100]);
/** Once a day, give or take half an hour: an execution of a nightly job ends minutes earlier or later than the one before. */
const dailyMs = 23.5 * hourMs;

/**
 * The notification for an execution, null for none (D37). While failures last: the first one that counts, the 10th, the
 * 100th and one a day; then the recovery, if a failure was notified. A missed fire is no failure of the target and not
 * part of a streak: it is notified regardless of `after`.
 */
export function notificationFor({
  frequency,
  config,
  end,
  streak,
  lastNotifiedAt,
  now,
}: NotificationFacts): NotificationRule | null {
  if (frequency === 'never') return null;
  if (frequency === 'always') return 'always';
  if (frequency === 'on_success') return end === 'success' ? 'success' : null;
  if (end === 'missed') return 'missed';
  if (end === 'success') return config.recovery && streak > 0 && lastNotifiedAt !== null ? 'recovery' : null;
  if (streak < config.after) return null;
  // Not only at streak = after: notifications turned on in the middle of a streak start with the next failure.
  if (config.every || lastNotifiedAt === null) return 'failure';
  return isReminderDue({ streak, sinceMs: now - lastNotifiedAt }) ? 'reminder' : null;
}

/**
 * True if failures that last are worth another notification: at the 10th, at the 100th, and once a day.
 * @param sinceMs time since the last notification
 */
export function isReminderDue({ streak, sinceMs }: { streak: number; sinceMs: number }): boolean {
  return milestones.has(streak) || sinceMs >= dailyMs;
}

/**
 * Push message to the owner's browsers for an execution; null for none. Only failures are pushed, for any channel of
 * the job: the first of a streak, the 10th and the 100th, and missed fires. A job without failure notifications pushes
 * none.
 */
export function pushFor({
  frequency,
  end,
  streak,
}: Pick<NotificationFacts, 'frequency' | 'end' | 'streak'>): NotificationRule | null {
  if (frequency === 'never' || frequency === 'on_success' || end === 'success') return null;
  if (end === 'missed') return 'missed';
  if (streak === 1) return 'failure';
  return milestones.has(streak) ? 'reminder' : null;
}

/** True if the owner's last email about a job is less than a day old. */
export function isMailedToday({ lastMailedAt, now }: { lastMailedAt: number | null; now: number }): boolean {
  return lastMailedAt !== null && now - lastMailedAt < dailyMs;
}

/**
 * Email to the owner of a job without any channel; null for none (D37): at the first failure of a streak, at most one
 * per day and job. If another email went out that day, it follows once the day is over.
 * @param lastMailedAt time of the last email to the owner about this job; UTC milliseconds
 */
export function mailFor({
  frequency,
  end,
  lastNotifiedAt,
  lastMailedAt,
  now,
}: Pick<NotificationFacts, 'frequency' | 'end' | 'lastNotifiedAt' | 'now'> & {
  lastMailedAt: number | null;
}): NotificationRule | null {
  if (frequency === 'never' || frequency === 'on_success' || end === 'success') return null;
  if (isMailedToday({ lastMailedAt, now })) return null;
  if (end === 'missed') return 'missed';
  return lastNotifiedAt === null ? 'failure' : null;
}
