import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { toApiTestRun } from '#app/presenters/api/test-run.ts';
import { getTestRun } from '#server/test-runs/get-test-run.server.ts';

const route = apiRoute({
  get: apiCall({
    summary: 'Read a test run of the last 24 hours',
    run: async ({ owner, params }) => ({
      data: toApiTestRun(await getTestRun({ ownerId: owner.id, id: params.tid ?? '' })),
    }),
  }),
});

export const loader = route.loader;
export const action = route.action;
