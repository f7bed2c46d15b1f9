import { z } from 'zod';
import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { jobStatus, versionsMatched } from '#app/http/api/job-body.ts';
import { jobResponse } from '#app/http/api/job-response.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { jobSchema } from '#app/presenters/api/job-schema.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';

const route = apiRoute({
  patch: apiCall({
    operation: 'setJobStatus',
    summary: 'Pause, resume or deactivate a job',
    responses: describedResponse('The job.', jobSchema),
    isConditional: true,
    body: z.strictObject({ status: jobStatus }),
    run: async ({ caller, owner, params, body: { status }, request }) => {
      const jobId = jobIdOf(params.id);
      await setJobStatus({ owner, jobId, status, ifVersions: versionsMatched(request) });
      return jobResponse({ caller, jobId });
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
