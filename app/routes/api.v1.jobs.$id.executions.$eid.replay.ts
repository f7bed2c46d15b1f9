import { executionRoute, runLimit } from '#app/http/api/execution-calls.server.ts';
import { replayExecution } from '#server/jobs/replay-execution.server.ts';

const route = executionRoute({
  operation: 'replayExecution',
  summary: 'Send the request of an execution again, as a new execution',
  limits: runLimit,
  run: async (asked) => (await replayExecution(asked)).executionId,
});

export const loader = route.loader;
export const action = route.action;
