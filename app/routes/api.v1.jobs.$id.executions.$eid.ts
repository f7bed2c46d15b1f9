import { z } from 'zod';
import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { choiceOf } from '#app/http/api/list-query.ts';
import { executionIdOf, jobIdOf } from '#app/http/id-param.ts';
import { toApiExecutionDetail } from '#app/presenters/api/execution.ts';
import { getExecution } from '#server/executions/get-execution.server.ts';
import { getJob } from '#server/jobs/get-job.server.ts';

const route = apiRoute({
  get: apiCall({
    summary: 'Read one execution with its attempts',
    query: z.strictObject({ reveal: choiceOf({ name: 'reveal', of: ['headers'] }).optional() }),
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
