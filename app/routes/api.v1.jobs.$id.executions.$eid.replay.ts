import { z } from 'zod';
import { executionRoute, runLimit } from '#app/http/api/execution-calls.server.ts';
import { replayExecution } from '#server/jobs/replay-execution.server.ts';
import { takeKeptPoints } from '#server/rate-limit/take-replay-points.server.ts';

const body = z.strictObject({
  as: z
    .enum(['recorded', 'current'], { error: 'as must be recorded or current.' })
    .default('recorded')
    .meta({
      description:
        'The request to send. `recorded`: that of the version that ran, including the edits of a replay; `current`: that of the job as it is now.',
      examples: ['current'],
    }),
});

const route = executionRoute({
  operation: 'replayExecution',
  summary: 'Send the request of an execution again, as a new execution',
  description:
    'A replay counts and notifies like any run, names the replayed execution in `replay_of`, and waits while another request of the job is in flight. At most 50 replays per job and 200 per account can be in progress; one more returns 409, as does a paused job. Without a body, the recorded request is sent.',
  body,
  limits: runLimit,
  run: async ({ body: { as }, ...asked }) => {
    const { owner, jobId, executionId } = asked;
    const keeps = as === 'recorded' ? 'recorded' : 'nothing';
    await takeKeptPoints({ owner, jobId, executionIds: [executionId], keeps });
    return (await replayExecution({ ...asked, as })).executionId;
  },
});

export const loader = route.loader;
export const action = route.action;
