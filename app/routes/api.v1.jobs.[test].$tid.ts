import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { testRunSchema } from '#app/presenters/api/execution-schema.ts';
import { toApiTestRun } from '#app/presenters/api/test-run.ts';
import { getTestRun } from '#server/test-runs/get-test-run.server.ts';

const route = apiRoute({
  get: apiCall({
    operation: 'getTestRun',
    summary: 'Read a test run of the last 24 hours',
    responses: describedResponse('The current state of the test run.', testRunSchema),
    run: async ({ owner, params }) => ({
      data: toApiTestRun(await getTestRun({ ownerId: owner.id, id: params.tid ?? '' })),
    }),
  }),
});

export const loader = route.loader;
export const action = route.action;
