import { redirect } from '@remix-run/node';
import { newJobZone } from '#app/http/forms/new-job-zone.server.ts';
import { pageAction } from '#app/http/forms/page-action.server.ts';
import { redirectWithToast } from '#app/http/responses/flash-toast.server.ts';
import { toToastResult } from '#app/http/responses/respond-with-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { startExample } from '#server/jobs/start-example.server.ts';

/** A GET of this form URL redirects to the dashboard. */
export function loader() {
  return redirect('/dashboard');
}

/** Creates the example job, runs it at once and redirects to its page. */
export const action = pageAction({
  guard: requireUser,
  fields: { names: [] },
  run: async ({ user, request }) => {
    const started: { jobId?: number } = {};
    const { toast } = await toToastResult({
      request,
      fallback: 'Failed to create job',
      run: async () => {
        const owner = ownerOf({ user, request });
        const timeZone = await newJobZone({ request, user });
        started.jobId = (await startExample({ owner, timeZone })).jobId;
        return 'The example was created and is running.';
      },
    });
    const to = started.jobId === undefined ? '/dashboard' : `/dashboard/jobs/${started.jobId}`;
    return redirectWithToast({ request, to, toast });
  },
});
