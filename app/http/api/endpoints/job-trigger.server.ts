import { apiRoute, idempotentCall } from '#app/http/api/api-route.server.ts';
import { acceptedExecution, acceptsExecution, runLimit } from '#app/http/api/execution-calls.server.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { runJob } from '#server/jobs/run-job.server.ts';

const route = apiRoute({
  post: idempotentCall({
    operation: 'triggerJob',
    summary: 'Run a job once, now',
    description:
      'It counts, notifies and follows the overlap rule. A paused job is a 409. With a product token, a second call within 2 seconds joins the first run, as pressing Run Now twice does, and returns the same execution_id. With an API key, every call starts a run; send an Idempotency-Key to retry safely.',
    responses: acceptsExecution,
    limits: runLimit,
    act: async ({ caller, owner, params }) => {
      const trigger = caller.kind === 'key' ? 'api' : 'manual';
      const { executionId } = await runJob({ owner, jobId: jobIdOf(params.id), trigger });
      return { status: 202, executionId };
    },
    respond: (made) => acceptedExecution(made),
  }),
});

export const loader = route.loader;
export const action = route.action;
