import { z } from 'zod';
import { apiRoute, idempotentCall } from '#app/http/api/api-route.server.ts';
import { bulkStatusBody } from '#app/http/api/bulk-body.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { count } from '#app/presenters/api/field-schema.ts';
import { setJobStatuses } from '#server/jobs/set-job-statuses.server.ts';

const route = apiRoute({
  post: idempotentCall({
    operation: 'setJobStatuses',
    summary: "Pause, resume or deactivate many jobs; jobs above the plan's limit stay as they are",
    responses: describedResponse(
      'Number of jobs that now have the status.',
      z.object({ updated: count().meta({ examples: [2] }) }),
    ),
    body: bulkStatusBody,
    act: async ({ owner, body: { job_ids: jobIds, status } }) => {
      const { updated } = await setJobStatuses({ owner, jobIds, status });
      return { status: 200, updated };
    },
    respond: ({ effect: { updated } }) => Promise.resolve({ data: { updated } }),
  }),
});

export const loader = route.loader;
export const action = route.action;
