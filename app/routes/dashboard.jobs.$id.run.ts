import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { runWithToast } from '#app/http/answer-with-toast.server.ts';
import { requireUser } from '#app/http/guards.server.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { ownerOf } from '#app/http/owner-of.server.ts';
import { pageAction } from '#app/http/page-action.server.ts';
import { runJob } from '#server/jobs/run-job.server.ts';

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(`/dashboard/jobs/${params.id ?? ''}`);
}

/** Runs a job once, now. */
export const action = pageAction({
  guard: requireUser,
  run: ({ user, request, params }) =>
    runWithToast({
      request,
      to: `/dashboard/jobs/${params.id ?? ''}`,
      fallback: 'Failed to trigger job. Please try again.',
      run: async () => {
        await runJob({ owner: ownerOf({ user, request }), jobId: jobIdOf(params.id), trigger: 'manual' });
        return 'Job triggered successfully. Check executions for results.';
      },
    }),
});
