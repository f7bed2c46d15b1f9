import type { z } from 'zod';
import { givenFields, jobWords } from '#app/presenters/api/job-schema.ts';
import { fieldOf, type WireName } from '#domain/job/job-wire.ts';
import { jobFields } from '#domain/job/job.ts';

/** The fields of a job a tool takes: the schema that judges them, by their names in the public API. */
export const jobToolFields: Record<string, z.ZodType> = Object.fromEntries(
  Object.entries(jobWords).map(([name, { description }]) => {
    const field: z.ZodType = givenFields[name as WireName] ?? jobFields.shape[fieldOf[name as WireName]];
    return [name === 'cron_expression' ? 'cron' : name, field.meta({ description })];
  }),
);
