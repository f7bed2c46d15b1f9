export type NotifyFrequency = 'never' | 'always' | 'on_failure' | 'on_success';

/** Where notes go, and when besides the defaults (D37). */
export interface NotificationConfig {
  url: string;
  /** Failures in a row before the first note. */
  after: number;
  /** Tell every failure instead of the first, 10th, 100th. */
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

export type NoteRule = 'failure' | 'reminder' | 'recovery' | 'always' | 'success';

/** What the rule of a note looks at, once an execution has ended for good: retries are behind it. */
export interface NoteFacts {
  frequency: NotifyFrequency;
  config: Pick<NotificationConfig, 'after' | 'every' | 'recovery'>;
  /** superseded, unknown and, once per outage, missed are failures too. */
  isFailure: boolean;
  /** Failures in a row: with this one if it is a failure, else those that it ends. */
  streak: number;
  /** When the streak was last told of; null if it never was. */
  lastToldAt: number | null;
  /** UTC milliseconds */
  now: number;
}

const milestones = new Set([10, 100]);
const dayMs = 86_400_000;

/**
 * The note that an execution owes, null for none (D37). While failures last: the first one that counts, the 10th,
 * the 100th and one a day; then a word of recovery, if the failures were told of.
 */
export function owedNote({
  frequency,
  config,
  isFailure,
  streak,
  lastToldAt,
  now,
}: NoteFacts): NoteRule | null {
  if (frequency === 'never') return null;
  if (frequency === 'always') return 'always';
  if (frequency === 'on_success') return isFailure ? null : 'success';
  if (streak < config.after) return null;
  if (!isFailure) return config.recovery && streak > 0 ? 'recovery' : null;
  if (streak === config.after || config.every) return 'failure';
  const isDayPast = lastToldAt !== null && now - lastToldAt >= dayMs;
  return milestones.has(streak) || isDayPast ? 'reminder' : null;
}
