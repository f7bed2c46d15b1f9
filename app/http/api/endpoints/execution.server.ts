import { z } from 'zod';
import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { revealField } from '#app/http/api/list-query.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { executionIdOf, jobIdOf } from '#app/http/id-param.ts';
import { executionDetailSchema } from '#app/presenters/api/execution-schema.ts';
import { toApiExecutionDetail } from '#app/presenters/api/execution.ts';
import { getExecution } from '#server/executions/history/get-execution.server.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';

const route = apiRoute({
  get: apiCall({
    operation: 'getExecution',
    summary: 'Read one execution with its attempts',
    responses: describedResponse('The execution.', executionDetailSchema),
    query: z.strictObject({ reveal: revealField }),
    run: async ({ caller, owner, params, query }) => {
      const { job } = await getJob({ owner, jobId: jobIdOf(params.id) });
      const id = executionIdOf(params.eid);
      const detail = await getExecution({ ownerId: owner.id, jobId: job.id, id });
      const isRevealed = query.reveal === 'headers' && caller.scope === 'write';
      return { data: toApiExecutionDetail({ detail, job: detail.version ?? job, isRevealed }) };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
