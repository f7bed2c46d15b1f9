import { data, redirect } from '@remix-run/node';
import { sendFormNotification } from '#app/http/forms/draft-notification.server.ts';
import { jobFormFields } from '#app/http/forms/job-form-fields.ts';
import { pageAction, refuseWithToast } from '#app/http/forms/page-action.server.ts';
import { makeToast } from '#app/http/responses/flash-toast.server.ts';
import { respondWithToast, isPageRequest } from '#app/http/responses/respond-with-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';

export function loader() {
  return redirect('/dashboard/jobs/create');
}

/** Sends a test notification to the form's channel. Without JavaScript, the form posts to its own page instead. */
export const action = pageAction({
  guard: requireUser,
  fields: jobFormFields,
  refuse: refuseWithToast,
  run: async ({ user, request, form }) => {
    const { shown, body, result } = await sendFormNotification({
      ...{ owner: ownerOf({ user, request }), request, sent: form },
    });
    if (!shown) return data({ body, result }, { status: 400 });
    const { toast, waitSeconds } = shown;
    if (isPageRequest(request)) return respondWithToast({ request, to: '/dashboard/jobs/create', toast });
    const limited = waitSeconds !== null && {
      status: 429,
      headers: { 'Retry-After': String(waitSeconds) },
    };
    return data({ toast: makeToast(toast), undo: null, body, result }, limited || {});
  },
});
