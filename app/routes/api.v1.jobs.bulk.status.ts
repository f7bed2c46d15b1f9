import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { bulkStatusBody } from '#app/http/api/bulk-body.ts';
import { setJobStatuses } from '#server/jobs/set-job-statuses.server.ts';

const route = apiRoute({
  post: apiCall({
    summary: 'Pause, resume or shelve many jobs; those that the plan has no room for stay as they are',
    body: bulkStatusBody,
    run: async ({ owner, body: { job_ids: jobIds, status } }) => {
      const { updated } = await setJobStatuses({ owner, jobIds, status });
      return { data: { updated } };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
