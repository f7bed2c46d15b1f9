import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { runWithToast } from '#app/http/answer-with-toast.server.ts';
import { requireUser } from '#app/http/guards.server.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { ownerOf } from '#app/http/owner-of.server.ts';
import { pageAction } from '#app/http/page-action.server.ts';
import { redirectTarget } from '#app/http/redirect-target.ts';
import { env } from '#server/env.server.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(`/dashboard/jobs/${params.id ?? ''}`);
}

/** Pauses or resumes a job, from its row or its page. */
export const action = pageAction({
  guard: requireUser,
  run: ({ user, request, params, form }) => {
    const isFromList = form.get('from') === 'list';
    const page = form.get('redirectTo');
    const status = statusOf(form.get('status'));
    return runWithToast({
      request,
      to: redirectTarget({ text: typeof page === 'string' ? page : null, origin: env().APP_ORIGIN }),
      fallback: 'Failed to update job status. Please try again.',
      run: async () => {
        const jobId = jobIdOf(params.id);
        await setJobStatus({ owner: ownerOf({ user, request }), jobId, status });
        if (isFromList) return { title: 'Status Updated', message: `Job is now ${status}`, tone: 'success' };
        const word = status === 'active' ? 'activated' : status === 'paused' ? 'paused' : 'shelved';
        return { title: 'Success', message: `Job ${word} successfully.`, tone: 'success' };
      },
    });
  },
});

/** A draft that was resumed by mistake becomes a draft again. */
function statusOf(text: FormDataEntryValue | null): 'active' | 'paused' | 'inactive' {
  return text === 'active' || text === 'inactive' ? text : 'paused';
}
