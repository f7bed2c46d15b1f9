import { z } from 'zod';
import { dayMinutes } from '#domain/time/units.ts';
import { count, instant } from './field-schema.ts';

const text = z.string();

/** A fire to come. */
export const fireSchema = z
  .object({
    scheduled_for: instant('The scheduled time.'),
    mark: z
      .enum(['shifted', 'first_of_two', 'skipped'])
      .nullable()
      .meta({
        description:
          'shifted: moved out of the hour that a clock change skips; first_of_two: of two equal local times; skipped: skipped by its owner.',
        examples: [null],
      }),
  })
  .meta({ id: 'Fire', description: 'A scheduled time.' });

/** Preview of a cron expression. */
export const cronPreviewSchema = z
  .object({
    cron: text.meta({ description: 'The five fields, as saved.', examples: ['0 6 * * 1-5'] }),
    timezone: text.meta({ examples: ['Europe/Paris'] }),
    description: text.meta({
      description: 'A description of the schedule.',
      examples: ['At 06:00, Monday to Friday'],
    }),
    next: z.array(fireSchema),
    warnings: z.array(text).meta({ description: 'Warnings about probable mistakes.', examples: [[]] }),
    clock_changes: z
      .array(
        z.object({
          at: instant('The scheduled time affected.'),
          text: text.meta({ description: 'Description.' }),
          mark: z.enum(['shifted', 'first_of_two']).nullable(),
        }),
      )
      .meta({ description: 'Effects of the clock changes in the next 12 months.', examples: [[]] }),
    calls_per_day: count(dayMinutes).meta({ description: 'Runs in the next 24 hours.', examples: [1] }),
  })
  .meta({ id: 'CronPreview' });
