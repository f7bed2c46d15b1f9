import { z } from 'zod';
import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { changeCall } from '#app/http/api/change-job.server.ts';
import { jobAnswer } from '#app/http/api/job-answer.server.ts';
import { versionsMatched } from '#app/http/api/job-body.ts';
import { choiceOf } from '#app/http/api/list-query.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { deleteJob } from '#server/jobs/delete-job.server.ts';

const route = apiRoute({
  get: apiCall({
    summary: 'Read a job',
    query: z.strictObject({ reveal: choiceOf({ name: 'reveal', of: ['headers'] }).optional() }),
    run: ({ caller, params, query }) => jobAnswer({ caller, jobId: jobIdOf(params.id), ...query }),
  }),
  put: changeCall(),
  patch: changeCall(),
  delete: apiCall({
    summary: 'Delete a job with its history',
    run: async ({ caller, owner, params, request }) => {
      await deleteJob({ owner, jobId: jobIdOf(params.id), ifVersions: versionsMatched(request) });
      return caller.kind === 'key' ? { status: 204 } : { data: true };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
