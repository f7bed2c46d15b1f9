import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { bulkBody } from '#app/http/api/bulk-body.ts';
import { deleteJobs } from '#server/jobs/delete-jobs.server.ts';

const route = apiRoute({
  post: apiCall({
    summary: 'Delete many jobs with their history',
    body: bulkBody,
    run: async ({ owner, body: { job_ids: jobIds } }) => {
      const { deleted } = await deleteJobs({ owner, jobIds });
      return { data: { deleted } };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
