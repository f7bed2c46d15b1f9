import { redirect } from '@remix-run/node';
import { runWithToast } from '#app/http/answer-with-toast.server.ts';
import { requireUser } from '#app/http/guards.server.ts';
import { ownerOf } from '#app/http/owner-of.server.ts';
import { pageAction } from '#app/http/page-action.server.ts';
import { testNoteToast } from '#app/presenters/job-notes.server.ts';
import { readJobForm, textOf } from '#app/presenters/read-job-form.ts';
import { sendDraftNote } from '#server/notifications/send-draft-note.server.ts';

export function loader() {
  return redirect('/dashboard/jobs/create');
}

/** Sends a test note to where the notes of the form go, saved or not. */
export const action = pageAction({
  guard: requireUser,
  run: ({ user, request, form }) =>
    runWithToast({
      request,
      to: '/dashboard/jobs/create',
      fallback: 'Failed to send the test notification. Please try again.',
      run: async () =>
        testNoteToast(await sendDraftNote({ owner: ownerOf({ user, request }), draft: draftOf(form) })),
    }),
});

function draftOf(sent: FormData) {
  const form = readJobForm(sent);
  const text = (name: string) => textOf(form, name).trim();
  return {
    name: text('name') || 'A new job',
    notificationType: text('notificationType') || null,
    notificationConfig: text('notificationConfig') || null,
  };
}
