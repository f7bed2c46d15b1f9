import { randomUUID } from 'node:crypto';
import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { JobForm } from '#app/components/job/form/job-form.tsx';
import { JobError, jobErrorTitle } from '#app/components/job/page/job-error.tsx';
import { PlanLimitBanner } from '#app/components/job/page/plan-limit-banner.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { jobFormAction } from '#app/http/forms/job-form-action.server.ts';
import { oncePerSending } from '#app/http/forms/once-per-sending.server.ts';
import { newJobZone } from '#app/http/forms/new-job-zone.server.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { redirectWithToast } from '#app/http/responses/flash-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { duplicateForm, readDuplicated } from '#app/presenters/job-form/duplicate-job.server.ts';
import { formChoices } from '#app/presenters/job-form/form-choices.ts';
import { newJobForm } from '#app/presenters/job-form/job-form.ts';
import { toSchedulePreview } from '#app/presenters/job-form/schedule-preview.ts';
import { triedSchedule } from '#app/presenters/job-form/tried-schedule.ts';
import { formTokenField } from '#app/protocol/form-token.ts';
import { scheduleFromForm } from '#domain/schedule/schedule-from-form.ts';
import { unmaskRequest } from '#domain/job/unmask-request.ts';
import { now as clock } from '#server/clock.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { countJobs } from '#server/jobs/reads/count-jobs.server.ts';
import { listChannelNames } from '#server/notifications/rules/name-channels.server.ts';
import { listSecrets } from '#server/secrets/list-secrets.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? jobErrorTitle(error) : 'Create Job · Punctual' },
];

export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user, request }) => {
    const now = clock().getTime();
    const [{ used, limit }, secrets, channels, duplicated, timezone] = await Promise.all([
      countJobs({ ownerId: user.id, tier: user.tier }),
      listSecrets({ ownerId: user.id }),
      listChannelNames({ ownerId: user.id }),
      readDuplicated({ owner: ownerOf({ user, request }), url: request.url }),
      newJobZone({ request, user }),
    ]);
    const filled =
      duplicated === null
        ? { ...newJobForm, timezone, ...triedSchedule(request.url) }
        : duplicateForm(duplicated);
    return {
      values: { ...filled, status: used < limit ? 'active' : 'inactive' },
      choices: formChoices({
        now,
        secrets: secrets.map(({ name }) => name),
        channels: channels.map(({ name }) => name),
        chosen: filled.timezone,
      }),
      preview: toSchedulePreview({ cron: scheduleFromForm(filled), timeZone: filled.timezone, now }),
      limit: used < limit ? null : limit,
      takesBrowserZone: duplicated === null,
      formToken: randomUUID(),
    };
  },
});

export const action = jobFormAction({
  fallback: 'Failed to create job',
  run: async ({ user, request, input, sent }) => {
    const owner = ownerOf({ user, request });
    await oncePerSending({
      owner,
      key: sent[formTokenField],
      content: { url: request.url, input },
      run: async () => {
        const stored = await readDuplicated({ owner, url: request.url });
        await createJob({ owner, input: unmaskRequest({ input, stored }) });
      },
    });
    return redirectWithToast({ request, to: '/dashboard', toast: 'Job created successfully' });
  },
});

export default function CreateJobPage() {
  const { values, choices, preview, limit, takesBrowserZone, formToken } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Create Job" back={{ to: '/dashboard', label: 'Dashboard' }} />
      {limit === null ? null : <PlanLimitBanner limit={limit} />}
      <JobForm
        layout="tabs"
        values={values}
        choices={choices}
        preview={preview}
        takesBrowserZone={takesBrowserZone}
        formToken={formToken}
        submitLabel="Create Job"
        cancelTo="/dashboard"
      />
    </>
  );
}

export function ErrorBoundary() {
  return <JobError />;
}
