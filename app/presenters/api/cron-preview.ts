import type { z } from 'zod';
import { toSchedulePreview, type PreviewFire } from '#app/presenters/job-form/schedule-preview.ts';
import { AppError } from '#domain/errors.ts';
import { describeCron } from '#domain/schedule/cron-description.ts';
import { isTimeZone, zoneSpelling } from '#domain/schedule/timezone.ts';
import type { cronPreviewSchema, fireSchema } from './schedule-schema.ts';

/**
 * Preview of a schedule without a job: the description, the next fires and the warnings.
 * @param now UTC milliseconds
 * @throws AppError validation_error on cron or timezone
 */
export function toCronPreview({
  cron,
  timeZone,
  now,
  count,
}: {
  cron: string;
  timeZone: string;
  now: number;
  count: number;
}): z.infer<typeof cronPreviewSchema> {
  const preview = toSchedulePreview({ cron, timeZone, now, count });
  if (preview.problem !== null || preview.cron === null) {
    const field = isTimeZone(timeZone) ? 'cron' : 'timezone';
    throw new AppError('validation_error', { details: { [field]: preview.problem } });
  }
  return {
    cron: preview.cron,
    timezone: zoneSpelling(timeZone) ?? timeZone,
    description: describeCron(preview.cron),
    next: preview.fires.map(toApiFire),
    warnings: preview.notifications,
    clock_changes: preview.clockChanges.map(({ at, text, mark }) => ({
      at: new Date(at).toISOString(),
      text,
      mark,
    })),
    calls_per_day: preview.callsPerDay,
  };
}

/** A fire to come: the instant, and what clock changes or its owner did to it. */
export function toApiFire({
  at,
  mark,
}: {
  at: number;
  mark: PreviewFire['mark'] | 'skipped';
}): z.infer<typeof fireSchema> {
  return { scheduled_for: new Date(at).toISOString(), mark };
}
