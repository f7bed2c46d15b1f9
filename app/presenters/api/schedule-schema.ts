import { z } from 'zod';
import { count, instant } from './field-schema.ts';

const text = z.string();

/** A fire to come. */
export const fireSchema = z
  .object({
    scheduled_for: instant('The instant of the fire.'),
    mark: z
      .enum(['shifted', 'first_of_two', 'skipped'])
      .nullable()
      .meta({
        description:
          'shifted: moved out of the hour that a clock change leaves out; first_of_two: of two equal local times; skipped: left out by its owner.',
        examples: [null],
      }),
  })
  .meta({ id: 'Fire', description: 'An instant that a schedule names.' });

/** What a cron expression would do. */
export const cronPreviewSchema = z
  .object({
    cron: text.meta({ description: 'The five fields, as they are saved.', examples: ['0 6 * * 1-5'] }),
    timezone: text.meta({ examples: ['Europe/Paris'] }),
    description: text.meta({
      description: 'The schedule as a sentence.',
      examples: ['At 06:00, Monday to Friday'],
    }),
    next: z.array(fireSchema),
    warnings: z.array(text).meta({ description: 'What is probably not meant.', examples: [[]] }),
    clock_changes: z
      .array(
        z.object({
          at: instant('The fire that is touched.'),
          text: text.meta({ description: 'What happens, in words.' }),
          mark: z.enum(['shifted', 'first_of_two']).nullable(),
        }),
      )
      .meta({ description: 'What the clock changes of the next 12 months do.', examples: [[]] }),
    calls_per_day: count(1_440).meta({ description: 'Fires of the next 24 hours.', examples: [1] }),
  })
  .meta({ id: 'CronPreview' });
