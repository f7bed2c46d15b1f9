import { data, redirect } from '@remix-run/node';
import { answerWithToast, isPageRequest } from '#app/http/answer-with-toast.server.ts';
import { sendNoteOfForm } from '#app/http/draft-note.server.ts';
import { makeToast } from '#app/http/flash-toast.server.ts';
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
    const { told, body, result } = await sendNoteOfForm({
      ...{ owner: ownerOf({ user, request }), request, sent: form },
    });
    if (!told) return data({ body, result }, { status: 400 });
    const { toast, waitSeconds } = told;
    if (isPageRequest(request)) return answerWithToast({ request, to: '/dashboard/jobs/create', toast });
    const limited = waitSeconds !== null && {
      status: 429,
      headers: { 'Retry-After': String(waitSeconds) },
    };
    return data({ toast: makeToast(toast), undo: null, body, result }, limited || {});
  },
});
