import { z } from 'zod';
import { apiRoute, idempotentCall } from '#app/http/api/api-route.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { toCronPreview } from '#app/presenters/api/cron-preview.ts';
import { cronPreviewSchema } from '#app/presenters/api/schedule-schema.ts';
import { now } from '#server/clock.server.ts';

const countError = 'count must be a whole number from 1 to 100.';

const route = apiRoute({
  post: idempotentCall({
    operation: 'previewCron',
    summary: 'Preview a cron expression: description, next runs, warnings',
    responses: describedResponse('The preview.', cronPreviewSchema),
    scope: 'read',
    body: z.strictObject({
      cron: z
        .string({ error: 'Write a cron expression, such as 0 * * * * for every hour.' })
        .max(1_000)
        .meta({ format: 'cron', description: 'Five fields.', examples: ['0 6 * * 1-5'] }),
      timezone: z
        .string({ error: 'Write a time zone, such as Europe/Paris.' })
        .max(64)
        .default('UTC')
        .meta({ format: 'time-zone', description: 'An IANA time zone.', examples: ['Europe/Paris'] }),
      count: z
        .number({ error: countError })
        .int({ error: countError })
        .min(1, { error: countError })
        .max(100, { error: countError })
        .default(10)
        .meta({ description: 'Number of runs.', examples: [1] }),
    }),
    // Seen from the same instant a repetition names the same fires.
    act: () => Promise.resolve({ status: 200, at: now().getTime() }),
    respond: ({ body: { cron, timezone: timeZone, count }, effect: { at } }) =>
      Promise.resolve({ data: toCronPreview({ cron, timeZone, now: at, count }) }),
  }),
});

export const loader = route.loader;
export const action = route.action;
