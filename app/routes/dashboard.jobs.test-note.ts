import { redirect } from '@remix-run/node';
import { answerWithToast } from '#app/http/answer-with-toast.server.ts';
import { sendNoteOfForm } from '#app/http/draft-note.server.ts';
import { requireUser } from '#app/http/guards.server.ts';
import { jobFormFields } from '#app/http/job-form-fields.ts';
import { ownerOf } from '#app/http/owner-of.server.ts';
import { pageAction, refuseWithToast } from '#app/http/page-action.server.ts';

export function loader() {
  return redirect('/dashboard/jobs/create');
}

/** Sends a test note to where the notes of the form go; without JavaScript the form itself takes it. */
export const action = pageAction({
  guard: requireUser,
  fields: jobFormFields,
  refuse: refuseWithToast,
  run: async ({ user, request, form }) => {
    const toast = await sendNoteOfForm({ owner: ownerOf({ user, request }), request, sent: form });
    return answerWithToast({ request, to: '/dashboard/jobs/create', toast });
  },
});
