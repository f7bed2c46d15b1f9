import { countText, plural } from '#app/format/time-format.ts';
import { toJobPage } from '#app/http/forms/job-act.server.ts';
import { oncePerSending, sendingKey } from '#app/http/forms/once-per-sending.server.ts';
import { pageAction, refuseWithToast } from '#app/http/forms/page-action.server.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { retryHeaders, runWithToast } from '#app/http/responses/respond-with-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import type { ToastInput } from '#app/protocol/toast.ts';
import { parseExecutionId } from '#domain/ids.ts';
import { replayExecutions, requireReplays } from '#server/jobs/replay-execution.server.ts';
import { consumeReplayRateLimit } from '#server/rate-limit/consume-replay-rate-limit.server.ts';

export const loader = toJobPage;
export const headers = retryHeaders;

/** Replays the runs selected in a job's history. */
export const action = pageAction({
  guard: requireUser,
  fields: { names: ['as'], lists: ['execution_ids'] },
  refuse: refuseWithToast,
  run: ({ user, request, params, form }) =>
    runWithToast({
      request,
      to: `/dashboard/jobs/${params.id ?? ''}#history`,
      fallback: 'Failed to replay the runs. Please try again.',
      run: async () => {
        const owner = ownerOf({ user, request });
        const jobId = jobIdOf(params.id);
        const as = form.get('as') === 'current' ? 'current' : 'recorded';
        const executionIds = requireReplays(
          form
            .getAll('execution_ids')
            .flatMap((text) => parseExecutionId(typeof text === 'string' ? text : '') ?? []),
        );
        const made: { toast?: ToastInput } = {};
        await oncePerSending({
          owner,
          key: sendingKey(request),
          content: ['replay-many', jobId, as, executionIds],
          run: async () => {
            const keeps = as === 'recorded' ? 'recorded' : 'nothing';
            await consumeReplayRateLimit({ owner, jobId, executionIds, keeps });
            made.toast = shown({ jobId, ...(await replayExecutions({ owner, jobId, executionIds, as })) });
          },
        });
        return made.toast ?? 'Replays queued.';
      },
    }),
});

function shown({
  jobId,
  replays,
  open,
}: { jobId: number } & Awaited<ReturnType<typeof replayExecutions>>): ToastInput {
  const rest =
    open === 0
      ? ''
      : ` ${plural(open, 'run is', 'runs are')} still in progress and ${open === 1 ? 'was' : 'were'} left out.`;
  return {
    title: `${plural(replays.length, 'Replay')} Queued`,
    message: `They run one after another; scheduled runs go first.${rest}`,
    tone: 'success',
    ways: replays.map(({ executionId }) => ({
      label: `Run #${countText(executionId)}`,
      to: `/dashboard/jobs/${jobId}/executions/${executionId}`,
    })),
  };
}
