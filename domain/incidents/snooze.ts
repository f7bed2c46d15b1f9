import { instantOf, wallClock } from '#domain/schedule/timezone.ts';
import { dayMs, hourMs } from '#domain/time/units.ts';

export const snoozeChoices = ['1h', '4h', 'tomorrow'] as const;
export type SnoozeChoice = (typeof snoozeChoices)[number];

/** The longest snooze, in days. */
export const longestSnoozeDays = 7;
const morningHour = '09:00';

/**
 * End of a snooze that was chosen by its name; `tomorrow` is 9:00 of the next day in the person's zone.
 * @param now UTC milliseconds
 */
export function snoozeEnd({
  choice,
  now,
  timeZone,
}: {
  choice: SnoozeChoice;
  now: number;
  timeZone: string;
}): number {
  if (choice === '1h') return now + hourMs;
  if (choice === '4h') return now + 4 * hourMs;
  const { year, month, day } = wallClock({ timeZone, at: now });
  const tomorrow = new Date(Date.UTC(year, month - 1, day + 1)).toISOString().slice(0, 10);
  return instantOf({ timeZone, local: `${tomorrow}T${morningHour}` });
}

/**
 * Why a snooze cannot last until an instant, with the remedy; null if it can.
 * @param until and now: UTC milliseconds
 */
export function snoozeError({ until, now }: { until: number; now: number }): string | null {
  if (Number.isNaN(until)) return 'Choose a day and a time.';
  if (until <= now) return 'Choose a time in the future.';
  if (until > now + longestSnoozeDays * dayMs) return `Choose a time within ${longestSnoozeDays} days.`;
  return null;
}
