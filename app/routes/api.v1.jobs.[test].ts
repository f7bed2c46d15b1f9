import { apiRoute, idempotentCall } from '#app/http/api/api-route.server.ts';
import { anyFields } from '#app/http/api/check-input.ts';
import { readTestJob } from '#app/http/api/job-body.ts';
import { accepts } from '#app/http/api/openapi/described-responses.ts';
import { jobToTest } from '#app/http/api/openapi/job-body-schema.ts';
import { testRunSchema } from '#app/presenters/api/execution-schema.ts';
import { startTestRun } from '#server/test-runs/start-test-run.server.ts';

const route = apiRoute({
  post: idempotentCall({
    operation: 'startTestRun',
    summary: 'Call the target of a job that need not be saved, once',
    description: 'A test run is not counted, sends no notifications and is kept for 24 hours.',
    responses: accepts('Accepted.', testRunSchema.shape.execution_id),
    reads: jobToTest,
    body: anyFields,
    act: async ({ owner, body }) => {
      const { id } = await startTestRun({ owner, input: readTestJob(body) });
      return { status: 202, id };
    },
    respond: ({ effect: { id } }) =>
      Promise.resolve({ data: { execution_id: id }, headers: { Location: `/api/v1/jobs/test/${id}` } }),
  }),
});

export const loader = route.loader;
export const action = route.action;
