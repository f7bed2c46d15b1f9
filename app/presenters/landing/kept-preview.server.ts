import { type SchedulePreview, toSchedulePreview } from '#app/presenters/job-form/schedule-preview.ts';

const mostKept = 500;
const keptMs = 30_000;
const kept = new Map<string, SchedulePreview>();

/**
 * Cached preview of a schedule for visitors: repeated requests cost no further work. It is renewed after its first fire
 * has passed, and every half minute.
 * @param now UTC milliseconds
 */
export function keptPreview(asked: {
  cron: string;
  timeZone: string;
  now: number;
  count: number;
}): SchedulePreview {
  const { cron, timeZone, now, count } = asked;
  const key = JSON.stringify([cron, timeZone, count]);
  const known = kept.get(key);
  if (known && now >= known.now && now - known.now < keptMs && now < (known.fires[0]?.at ?? Infinity))
    return { ...known, now };
  const preview = toSchedulePreview(asked);
  kept.delete(key);
  // Removes the oldest: each line of a visitor with many lines removes only one.
  const [oldest] = kept.keys();
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
  kept.set(key, preview);
  return preview;
}
