import { z } from 'zod';
import type { QuietHours } from '#domain/notifications/quiet-hours.ts';
import { weekdays } from '#domain/schedule/week-hours.ts';

const time = (description: string, example: string) => z.string().meta({ description, examples: [example] });

/** Hours of a channel whose notifications wait for their end. The use case checks them. */
export const quietHoursSchema = z
  .object({
    weekdays: z.array(z.string()).meta({
      description: `The days on which they begin, from ${weekdays.join(', ')}.`,
      examples: [weekdays.slice(0, 5)],
    }),
    from: time('Local time at which they begin.', '22:00'),
    until: time('Local time at which they end, on the next day unless it is later than from.', '07:00'),
    timezone: time('Time zone of these times.', 'Europe/Paris'),
  })
  .meta({
    id: 'QuietHours',
    description: 'Notifications of these hours wait and arrive as one message at their end.',
  });

/** The same as a body gives it; null for none. */
export const givenQuietHours = z
  .strictObject(quietHoursSchema.shape)
  .partial()
  .nullable()
  .optional()
  .meta({ description: 'Quiet hours; null for none, and for PagerDuty there are none.' });

/** Quiet hours as the API shows them. */
export function toApiQuietHours(quietHours: QuietHours | null): z.infer<typeof quietHoursSchema> | null {
  if (quietHours === null) return null;
  const { timeZone, ...hours } = quietHours;
  return { ...hours, timezone: timeZone };
}
