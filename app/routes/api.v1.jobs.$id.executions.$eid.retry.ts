import { executionRoute } from '#app/http/api/execution-calls.server.ts';
import { retryNow } from '#server/engine/retry-now.server.ts';

const route = executionRoute({
  operation: 'retryExecution',
  summary: 'Start the next attempt of an execution now',
  run: async ({ owner, ...asked }) => {
    await retryNow({ ownerId: owner.id, ...asked });
    return asked.executionId;
  },
});

export const loader = route.loader;
export const action = route.action;
