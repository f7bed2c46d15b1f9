export type NotifyFrequency = 'never' | 'always' | 'on_failure' | 'on_success';
export type NotificationType = 'slack' | 'webhook';

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
