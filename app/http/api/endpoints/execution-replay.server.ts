import { z } from 'zod';
import { refusal } from '#app/http/api/check-input.ts';
import { executionRoute, runLimit } from '#app/http/api/execution-calls.server.ts';
import { readJobChanges } from '#app/http/api/job-body.ts';
import { editsOf, readReplayForm } from '#app/presenters/execution/replay-form.server.ts';
import { jobFields } from '#domain/job/job-fields.ts';
import type { EditedRequest } from '#server/executions/ledger/seal-request.server.ts';
import { replayExecution } from '#server/jobs/replay-execution.server.ts';
import { consumeReplayPoints } from '#server/rate-limit/consume-replay-rate-limit.server.ts';

const forThisRun = 'Edit for this one run:';

const edits = {
  webhook_url: jobFields.shape.webhookURL.optional().meta({
    description: `${forThisRun} URL, of the type of the run: a URL to call, or a mailto address.`,
    examples: ['https://shop.example.com/reports'],
    format: 'target',
  }),
  http_method: jobFields.shape.httpMethod.meta({
    description: `${forThisRun} HTTP method.`,
    examples: ['POST'],
  }),
  headers: jobFields.shape.headers.meta({
    description: `${forThisRun} headers, all of them. A secret one that reads \`********\` keeps its recorded value.`,
    examples: [{ 'content-type': 'application/json' }],
    format: 'request-headers',
  }),
  payload: jobFields.shape.payload.meta({
    description: `${forThisRun} request body; null for none.`,
    examples: ['{"scope": "daily"}'],
  }),
};

const body = z
  .strictObject({
    as: z
      .enum(['recorded', 'current'], { error: 'as must be recorded or current.' })
      .default('recorded')
      .meta({
        description:
          'The request to send. `recorded`: that of the version that ran, including the edits of a replay; `current`: that of the job as it is now.',
        examples: ['recorded'],
      }),
    ...edits,
  })
  .meta({
    // The current job is sent unedited.
    not: {
      properties: { as: { const: 'current' } },
      required: ['as'],
      anyOf: Object.keys(edits).map((name) => ({ required: [name] })),
    },
  });

const route = executionRoute({
  operation: 'replayExecution',
  summary: 'Send the request of an execution again, as a new execution',
  description:
    'A replay counts and notifies like any run, names the replayed execution in `replay_of`, and waits while another request of the job is in flight. At most 50 replays per job and 200 per account can be in progress; one more returns 409, as does a paused job. Without a body, the recorded request is sent. Other fields edit it for this run only; the job does not change.',
  body,
  limits: runLimit,
  run: async ({ body: { as, ...given }, ...asked }) => {
    const { owner, jobId, executionId } = asked;
    const edited = await readEdits({ ...asked, as, given });
    const keeps = edited ? 'edits' : as === 'recorded' ? 'recorded' : 'nothing';
    await consumeReplayPoints({ owner, jobId, executionIds: [executionId], keeps });
    return (await replayExecution({ ...asked, as, edits: edited })).executionId;
  },
});

/** The recorded request with the edits of a body; null without any. */
async function readEdits({
  as,
  given,
  ...asked
}: Parameters<typeof readReplayForm>[0] & {
  as: z.output<typeof body>['as'];
  given: Omit<z.output<typeof body>, 'as'>;
}): Promise<EditedRequest | null> {
  const names = Object.keys(given);
  if (names.length === 0) return null;
  if (as === 'current') throw refusal([['as', `as must be recorded where ${names.join(', ')} is edited.`]]);
  const { recorded, asJob } = await readReplayForm(asked);
  return editsOf({ input: { ...asJob, ...readJobChanges(given).changes(asJob) }, recorded });
}

export const loader = route.loader;
export const action = route.action;
