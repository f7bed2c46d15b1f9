import { z } from 'zod';
import { executionRoute, runLimit } from '#app/http/api/execution-calls.server.ts';
import { replayExecution } from '#server/jobs/replay-execution.server.ts';
import { takeKeptPoints } from '#server/rate-limit/take-replay-points.server.ts';

const body = z.strictObject({
  as: z
    .enum(['recorded', 'current'], { error: 'as must be one of recorded, current.' })
    .default('recorded')
    .meta({
      description:
        'Which request is sent: `recorded`, that of the version that ran, with the edits of a replay; `current`, that of the job as it is now.',
      examples: ['current'],
    }),
});

const route = executionRoute({
  operation: 'replayExecution',
  summary: 'Send the request of an execution again, as a new execution',
  description:
    'It counts and notifies like every run, names the execution it repeats in `replay_of`, and waits while another call of the job is out. At most 50 replays of a job and 200 of an account can be under way, one more is a 409; a paused job is a 409. Without a body the request is sent as it was recorded.',
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
