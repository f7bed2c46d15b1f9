import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { JobForm } from '#app/components/job/job-form.tsx';
import { PlanLimitBanner } from '#app/components/job/plan-limit-banner.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { redirectWithToast } from '#app/http/flash-toast.server.ts';
import { requireUser } from '#app/http/guards.server.ts';
import { jobFormAction } from '#app/http/job-form-action.server.ts';
import { ownerOf } from '#app/http/owner-of.server.ts';
import { pageLoader } from '#app/http/page-loader.server.ts';
import { formChoices } from '#app/presenters/form-choices.ts';
import { newJobForm } from '#app/presenters/job-form.ts';
import { toSchedulePreview } from '#app/presenters/schedule-preview.ts';
import { scheduleFromForm } from '#domain/schedule-from-form.ts';
import { now as clock } from '#server/clock.server.ts';
import { countJobs } from '#server/jobs/count-jobs.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';

export const meta: MetaFunction = () => [{ title: 'Create Job · Punctual' }];

export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user }) => {
    const now = clock().getTime();
    const { used, limit } = await countJobs({ ownerId: user.id, tier: user.tier });
    return {
      values: { ...newJobForm, status: used < limit ? 'active' : 'inactive' },
      choices: formChoices({ now }),
      preview: toSchedulePreview({ cron: scheduleFromForm(newJobForm), timeZone: newJobForm.timezone, now }),
      limit: used < limit ? null : limit,
    };
  },
});

export const action = jobFormAction({
  run: async ({ user, request, input }) => {
    await createJob({ owner: ownerOf({ user, request }), input });
    return redirectWithToast({ to: '/dashboard', toast: 'Job created successfully' });
  },
});

export default function CreateJobPage() {
  const { values, choices, preview, limit } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Create Job" back={{ to: '/dashboard', label: 'Dashboard' }} />
      {limit === null ? null : <PlanLimitBanner limit={limit} />}
      <JobForm
        values={values}
        choices={choices}
        preview={preview}
        submitLabel="Create Job"
        cancelTo="/dashboard"
      />
    </>
  );
}
