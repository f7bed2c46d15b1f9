import { counted } from '#domain/schedule/instant-words.ts';
import { dayMs, hourMs } from '#domain/time/units.ts';

/** Days before the end of a certificate at which a job is notified again. */
export const laterCertificateDays = [1, 3] as const;

/**
 * The notification that is due about a certificate: the first within the days of the job, then one each at 3 days and
 * at 1 day; null for none. A later one takes the place of those before it.
 * @param days of the job; 0 is off
 */
export function certificateStep({
  endsAt,
  days,
  now,
}: {
  endsAt: number;
  days: number;
  now: number;
}): 'first' | `${number} days` | null {
  const left = endsAt - now;
  if (days === 0 || left <= 0 || left > days * dayMs) return null;
  const later = laterCertificateDays.find((step) => step < days && left <= step * dayMs);
  return later === undefined ? 'first' : `${later} days`;
}

/** "in 37 days", "in 5 hours", "now" */
export function daysLeftText({ endsAt, now }: { endsAt: number; now: number }): string {
  const left = endsAt - now;
  if (left <= 0) return 'now';
  if (left < dayMs) return `in ${counted(Math.max(1, Math.floor(left / hourMs)), 'hour')}`;
  return `in ${counted(Math.round(left / dayMs), 'day')}`;
}
