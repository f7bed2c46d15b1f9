import { randomUUID } from 'node:crypto';
import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ReplayForm } from '#app/components/execution/replay-form.tsx';
import { JobError, jobErrorTitle } from '#app/components/job/page/job-error.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { countText } from '#app/format/time-format.ts';
import { formAction } from '#app/http/forms/form-action.server.ts';
import { oncePerSending } from '#app/http/forms/once-per-sending.server.ts';
import { readTestForm } from '#app/http/forms/test-run-form.server.ts';
import { executionIdOf, jobIdOf } from '#app/http/id-param.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { redirectWithToast } from '#app/http/responses/flash-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { editsOf, readReplayForm } from '#app/presenters/execution/replay-form.server.ts';
import { jobFormControls } from '#app/presenters/job-form/job-form-controls.ts';
import { formTokenField } from '#app/protocol/form-token.ts';
import { jobInput } from '#domain/job/job.ts';
import { replayExecution } from '#server/jobs/replay-execution.server.ts';
import { consumeReplayRateLimit } from '#server/rate-limit/consume-replay-rate-limit.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? jobErrorTitle(error) : 'Replay with Edits · Punctual' },
];

export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user, request, params }) => {
    const asked = { jobId: jobIdOf(params.id), executionId: executionIdOf(params.eid) };
    const { page } = await readReplayForm({ owner: ownerOf({ user, request }), ...asked });
    return { ...page, formToken: randomUUID() };
  },
});

/** Queues the run with its edits and redirects to it. */
export const action = formAction({
  guard: requireUser,
  schema: jobInput,
  controls: jobFormControls,
  prepare: readTestForm,
  fallback: 'Failed to replay the run. Please try again.',
  run: async ({ user, request, params, input, sent }) => {
    const owner = ownerOf({ user, request });
    const asked = { owner, jobId: jobIdOf(params.id), executionId: executionIdOf(params.eid) };
    const { recorded } = await readReplayForm(asked);
    const edits = editsOf({ input, recorded });
    const queued: { id?: number } = {};
    await oncePerSending({
      owner,
      key: sent[formTokenField],
      content: ['replay-edited', asked.jobId, asked.executionId, edits],
      run: async () => {
        await consumeReplayRateLimit({ ...asked, executionIds: [asked.executionId], keeps: 'edits' });
        queued.id = (await replayExecution({ ...asked, edits })).executionId;
      },
    });
    const job = `/dashboard/jobs/${asked.jobId}`;
    if (queued.id === undefined) return redirectWithToast({ request, to: job, toast: 'Replay queued.' });
    return redirectWithToast({
      request,
      to: `${job}/executions/${queued.id}`,
      toast: `Replay queued as execution ${countText(queued.id)}.`,
    });
  },
});

export default function ReplayPage() {
  const { jobId, executionId, version, ...form } = useLoaderData<typeof loader>();
  const run = `/dashboard/jobs/${jobId}/executions/${executionId}`;
  return (
    <>
      <PageHead
        title="Replay with Edits"
        back={{ to: run, label: `Execution ${countText(executionId)}` }}
        sub={`The request of version ${version}. Your changes apply to this one run; the job does not change.`}
      />
      <ReplayForm {...form} cancelTo={run} />
    </>
  );
}

export function ErrorBoundary() {
  return <JobError />;
}
