import { redirect } from '@remix-run/node';
import { formAction } from '#app/http/forms/form-action.server.ts';
import { readTestForm, startTestOfForm } from '#app/http/forms/test-run-form.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { jobFormControls } from '#app/presenters/job-form/job-form-controls.ts';
import { parseId } from '#domain/ids.ts';
import { jobInput } from '#domain/job/job.ts';

export function loader() {
  return redirect('/dashboard/jobs/create');
}

/** Calls the target of the form once, saved or not (D34); returns the id to poll, or the errors. */
export const action = formAction({
  guard: requireUser,
  schema: jobInput,
  controls: jobFormControls,
  prepare: readTestForm,
  run: async ({ user, request, input, sent }) => {
    const jobId = typeof sent.jobId === 'string' ? parseId(sent.jobId) : null;
    const owner = ownerOf({ user, request });
    return { started: await startTestOfForm({ owner, jobId, url: request.url, input, sent }) };
  },
});
