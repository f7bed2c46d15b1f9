import { z } from 'zod';
import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { countField } from '#app/http/api/list-query.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { toApiFire } from '#app/presenters/api/cron-preview.ts';
import { fireSchema } from '#app/presenters/api/schedule-schema.ts';
import { toJobFires } from '#app/presenters/job/job-fires.ts';
import { now } from '#server/clock.server.ts';
import { reportJob } from '#server/jobs/reads/report-jobs.server.ts';

const route = apiRoute({
  get: apiCall({
    operation: 'listNextFires',
    summary: 'The next runs of a job',
    responses: describedResponse('Earliest first; empty for a job without a next run.', z.array(fireSchema)),
    query: z.strictObject({
      count: countField({ name: 'count', max: 100, description: 'Number of times to return. Default 10.' }),
    }),
    run: async ({ owner, params, query: { count = 10 } }) => {
      const report = await reportJob({ owner, jobId: jobIdOf(params.id) });
      const fires = toJobFires({ ...report, now: now().getTime(), count });
      return { data: fires.map(toApiFire) };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
