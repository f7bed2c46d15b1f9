import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { openedJob, sentVersion } from '#app/http/forms/edit-job.server.ts';
import { formAction } from '#app/http/forms/form-action.server.ts';
import { sentChanges } from '#app/http/forms/sent-changes.server.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { jobUpdated, leaveToast } from '#app/http/responses/flash-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { jobFormControls } from '#app/presenters/job-form/job-form-controls.ts';
import { readJobForm } from '#app/presenters/job-form/read-job-form.ts';
import { jobInput } from '#domain/job/job.ts';
import { editedFields } from '#domain/job/merge-edits.ts';
import { isSaved } from '#server/jobs/is-saved.server.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import { jobAtVersion } from '#server/jobs/save-edit.server.ts';

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(`/dashboard/jobs/${params.id ?? ''}/edit`);
}

/**
 * Reports whether a form's content is saved, for the check after a save without a response (D5). Changes
 * nothing. Once the content is saved, the next page shows a toast.
 */
export const action = formAction({
  guard: requireUser,
  schema: jobInput,
  controls: jobFormControls,
  prepare: readJobForm,
  run: async ({ user, request, params, input, sent }) => {
    const owner = ownerOf({ user, request });
    const jobId = jobIdOf(params.id);
    const { job } = await getJob({ owner, jobId });
    const version = sentVersion(sent);
    const base = version === null ? null : await jobAtVersion({ jobId, version });
    // Ignores concurrent changes by somebody else.
    const opened = await openedJob({ owner, jobId, sent });
    const mine = sentChanges({ input, saved: base ?? job, opened });
    const changes = base ? editedFields({ base, mine }) : mine;
    if (!(await isSaved({ owner, jobId, changes }))) return Response.json({ isSaved: false });
    const headers = await leaveToast({ request, to: `/dashboard/jobs/${jobId}`, toast: jobUpdated });
    return Response.json({ isSaved: true }, { headers });
  },
});
