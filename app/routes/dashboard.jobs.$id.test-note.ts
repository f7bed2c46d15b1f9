import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { runWithToast } from '#app/http/answer-with-toast.server.ts';
import { requireUser } from '#app/http/guards.server.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { ownerOf } from '#app/http/owner-of.server.ts';
import { pageAction } from '#app/http/page-action.server.ts';
import { testNoteToast } from '#app/presenters/job-notes.server.ts';
import { sendTestNote } from '#server/notifications/send-test-note.server.ts';

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(`/dashboard/jobs/${params.id ?? ''}`);
}

/** Sends a test note to where the notes of a job go, and says what came of it. */
export const action = pageAction({
  guard: requireUser,
  run: ({ user, request, params }) =>
    runWithToast({
      request,
      to: `/dashboard/jobs/${params.id ?? ''}`,
      fallback: 'Failed to send the test notification. Please try again.',
      run: async () =>
        testNoteToast(await sendTestNote({ owner: ownerOf({ user, request }), jobId: jobIdOf(params.id) })),
    }),
});
