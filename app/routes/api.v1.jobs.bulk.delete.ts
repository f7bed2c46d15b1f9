import { z } from 'zod';
import { apiRoute, idempotentCall } from '#app/http/api/api-route.server.ts';
import { bulkBody } from '#app/http/api/bulk-body.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { count } from '#app/presenters/api/field-schema.ts';
import { deleteJobs } from '#server/jobs/delete-jobs.server.ts';

const route = apiRoute({
  post: idempotentCall({
    operation: 'deleteJobs',
    summary: 'Delete many jobs with their history',
    responses: describedResponse(
      'Number of deleted jobs.',
      z.object({ deleted: count().meta({ examples: [2] }) }),
    ),
    body: bulkBody,
    act: async ({ owner, body: { job_ids: jobIds } }) => {
      const { deleted } = await deleteJobs({ owner, jobIds });
      return { status: 200, deleted };
    },
    respond: ({ effect: { deleted } }) => Promise.resolve({ data: { deleted } }),
  }),
});

export const loader = route.loader;
export const action = route.action;
