import { redirect } from '@remix-run/node';
import { formAction } from '#app/http/form-action.server.ts';
import { requireUser } from '#app/http/guards.server.ts';
import { ownerOf } from '#app/http/owner-of.server.ts';
import { jobFormControls } from '#app/presenters/read-job-form.ts';
import { readTestForm } from '#app/http/test-run-form.server.ts';
import { jobInput } from '#domain/job.ts';
import { startTestRun } from '#server/test-runs/start-test-run.server.ts';

export function loader() {
  return redirect('/dashboard/jobs/create');
}

/** Calls the target of the form once, saved or not (D34); the answer is the id to ask for, or what is wrong. */
export const action = formAction({
  guard: requireUser,
  schema: jobInput,
  controls: jobFormControls,
  prepare: readTestForm,
  run: async ({ user, request, input, sent }) => {
    const jobId = Number(sent.jobId);
    const owner = ownerOf({ user, request });
    const asked = Number.isSafeInteger(jobId) && jobId > 0 ? { owner, input, jobId } : { owner, input };
    return { started: await startTestRun(asked) };
  },
});
