import { executionRoute } from '#app/http/api/execution-calls.server.ts';
import { stopRetrying } from '#server/engine/stop-retrying.server.ts';

const route = executionRoute({
  operation: 'stopExecution',
  summary: 'Stop the retries of an execution',
  run: async ({ owner, ...asked }) => {
    await stopRetrying({ ownerId: owner.id, ...asked });
    return asked.executionId;
  },
});

export const loader = route.loader;
export const action = route.action;
