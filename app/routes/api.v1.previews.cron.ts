import { z } from 'zod';
import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { toCronPreview } from '#app/presenters/api/cron-preview.ts';
import { now } from '#server/clock.server.ts';

const countError = 'count must be a whole number from 1 to 100.';

const route = apiRoute({
  post: apiCall({
    summary: 'What a cron expression would do: sentence, next fires, warnings',
    scope: 'read',
    body: z.strictObject({
      cron: z.string({ error: 'Write a cron expression, such as 0 * * * * for every hour.' }).max(1_000),
      timezone: z.string({ error: 'Write a time zone, such as Europe/Paris.' }).max(64).default('UTC'),
      count: z
        .number({ error: countError })
        .int({ error: countError })
        .min(1, { error: countError })
        .max(100, { error: countError })
        .default(10),
    }),
    run: ({ body: { cron, timezone: timeZone, count } }) =>
      Promise.resolve({ data: toCronPreview({ cron, timeZone, now: now().getTime(), count }) }),
  }),
});

export const loader = route.loader;
export const action = route.action;
