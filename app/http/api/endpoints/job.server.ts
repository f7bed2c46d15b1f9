import { z } from 'zod';
import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { changeCall } from '#app/http/api/change-job.server.ts';
import { versionsMatched } from '#app/http/api/job-body.ts';
import { jobResponse } from '#app/http/api/job-response.server.ts';
import { revealField } from '#app/http/api/list-query.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { jobSchema } from '#app/presenters/api/job-schema.ts';
import { deleteJob } from '#server/jobs/delete-job.server.ts';

const route = apiRoute({
  get: apiCall({
    operation: 'getJob',
    summary: 'Read a job',
    responses: describedResponse('The job.', jobSchema),
    query: z.strictObject({ reveal: revealField }),
    run: ({ caller, params, query }) => jobResponse({ caller, jobId: jobIdOf(params.id), ...query }),
  }),
  put: changeCall('replaceJob'),
  patch: changeCall('updateJob'),
  delete: apiCall({
    operation: 'deleteJob',
    summary: 'Delete a job with its history',
    description: 'A request in flight is canceled. Returns 204 for an API key, 200 for a token.',
    responses: {
      ...describedResponse('Deleted, for a token.', z.literal(true)),
      204: { description: 'Deleted.' },
    },
    isConditional: true,
    run: async ({ caller, owner, params, request }) => {
      await deleteJob({ owner, jobId: jobIdOf(params.id), ifVersions: versionsMatched(request) });
      return caller.kind === 'key' ? { status: 204 } : { data: true };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
