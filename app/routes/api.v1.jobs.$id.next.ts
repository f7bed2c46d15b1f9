import { z } from 'zod';
import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { countField } from '#app/http/api/list-query.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { toApiFire } from '#app/presenters/api/cron-preview.ts';
import { toJobFires } from '#app/presenters/job-fires.ts';
import { now } from '#server/clock.server.ts';
import { reportJob } from '#server/jobs/report-jobs.server.ts';

const route = apiRoute({
  get: apiCall({
    summary: 'The next fires of a job',
    query: z.strictObject({ count: countField({ name: 'count', max: 100 }) }),
    run: async ({ owner, params, query: { count = 10 } }) => {
      const report = await reportJob({ owner, jobId: jobIdOf(params.id) });
      const fires = toJobFires({ ...report, now: now().getTime(), count });
      return { data: fires.map(toApiFire) };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
