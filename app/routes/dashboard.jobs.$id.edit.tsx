import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { JobForm } from '#app/components/job/job-form.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { redirectWithToast } from '#app/http/flash-toast.server.ts';
import { requireUser } from '#app/http/guards.server.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { jobFormAction } from '#app/http/job-form-action.server.ts';
import { ownerOf } from '#app/http/owner-of.server.ts';
import { pageLoader } from '#app/http/page-loader.server.ts';
import { formChoices } from '#app/presenters/form-choices.ts';
import { formChanges, toJobForm } from '#app/presenters/job-form.ts';
import { isSecretHeader, unmaskHeaders } from '#app/presenters/masked-headers.ts';
import { toSchedulePreview } from '#app/presenters/schedule-preview.ts';
import { now as clock } from '#server/clock.server.ts';
import { getJob } from '#server/jobs/get-job.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';

export const meta: MetaFunction = () => [{ title: 'Edit Job · Punctual' }];

export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user, request, params }) => {
    const { job } = await getJob({ owner: ownerOf({ user, request }), jobId: jobIdOf(params.id) });
    const now = clock().getTime();
    const isRevealed = new URL(request.url).searchParams.get('reveal') === 'headers';
    const hasSecrets = Object.keys(job.headers ?? {}).some(isSecretHeader);
    return {
      id: job.id,
      name: job.name,
      values: toJobForm({ job, isRevealed }),
      choices: formChoices({ now, chosen: job.timeZone }),
      preview: toSchedulePreview({ cron: job.cronExpression, timeZone: job.timeZone, now }),
      canReveal: hasSecrets && !isRevealed,
    };
  },
});

export const action = jobFormAction({
  run: async ({ user, request, params, input }) => {
    const owner = ownerOf({ user, request });
    const jobId = jobIdOf(params.id);
    const { job } = await getJob({ owner, jobId });
    const headers = unmaskHeaders({ typed: input.headers, stored: job.headers });
    await updateJob({ owner, jobId, changes: formChanges({ ...input, headers }) });
    const toast = { title: 'Success', message: 'Job updated successfully!', tone: 'success' as const };
    return redirectWithToast({ to: `/dashboard/jobs/${jobId}`, toast });
  },
});

export default function EditJobPage() {
  const { id, name, values, choices, preview, canReveal } = useLoaderData<typeof loader>();
  const jobPage = `/dashboard/jobs/${id}`;
  return (
    <>
      <PageHead title="Edit Job" back={{ to: jobPage, label: name }} />
      <JobForm
        key={canReveal ? 'masked' : 'plain'}
        values={values}
        choices={choices}
        preview={preview}
        submitLabel="Update Job"
        pendingLabel="Updating..."
        cancelTo={jobPage}
        revealTo={canReveal ? '?reveal=headers' : undefined}
      />
    </>
  );
}
