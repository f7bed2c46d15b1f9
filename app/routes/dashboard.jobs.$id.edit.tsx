import type { MetaFunction } from '@remix-run/node';
import {
  useLoaderData,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
} from '@remix-run/react';
import { EditConflict } from '#app/components/job/form/edit-conflict.tsx';
import { JobCards } from '#app/components/job/form/job-cards.tsx';
import { JobForm } from '#app/components/job/form/job-form.tsx';
import UnconfirmedSave from '#app/components/job/form/unconfirmed-save.tsx';
import { JobError, jobErrorTitle } from '#app/components/job/page/job-error.tsx';
import { isTooLarge } from '#app/components/page-data/lost-act.ts';
import { isLost } from '#app/components/page-data/lost-response.ts';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { saveJobForm, takeTheirs } from '#app/http/forms/edit-job.server.ts';
import { jobFormAction } from '#app/http/forms/job-form-action.server.ts';
import type { JobFormResult } from '#app/http/forms/job-form-result.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { loadOrRedirect } from '#app/http/pages/load-or-redirect.server.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { formChoices } from '#app/presenters/job-form/form-choices.ts';
import { toJobForm } from '#app/presenters/job-form/job-form.ts';
import { toSchedulePreview } from '#app/presenters/job-form/schedule-preview.ts';
import { isSecretHeader } from '#domain/job/secret-headers.ts';
import { now as clock } from '#server/clock.server.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import { jobInputOf } from '#server/jobs/versions/job-input-of.server.ts';
import { listChannelNames } from '#server/notifications/rules/name-channels.server.ts';
import { listSecrets } from '#server/secrets/list-secrets.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? jobErrorTitle(error) : 'Edit Job · Punctual' },
];

export const loader = pageLoader({
  guard: requireUser,
  run: ({ user, request, params }) =>
    loadOrRedirect({
      request,
      message: 'Failed to load job details. Please try again.',
      load: async () => {
        const [{ job }, secrets, channels] = await Promise.all([
          getJob({ owner: ownerOf({ user, request }), jobId: jobIdOf(params.id) }),
          listSecrets({ ownerId: user.id }),
          listChannelNames({ ownerId: user.id }),
        ]);
        const now = clock().getTime();
        const isRevealed = new URL(request.url).searchParams.get('reveal') === 'headers';
        const hasSecrets = Object.keys(job.headers ?? {}).some(isSecretHeader);
        const names = secrets.map(({ name }) => name);
        return {
          id: job.id,
          name: job.name,
          version: job.desiredVersion,
          values: toJobForm({ job: jobInputOf(job), isRevealed }),
          choices: formChoices({
            ...{ now, chosen: job.timeZone, secrets: names },
            channels: channels.map(({ name: one }) => one),
          }),
          preview: toSchedulePreview({ cron: job.cronExpression, timeZone: job.timeZone, now }),
          canReveal: hasSecrets && !isRevealed,
        };
      },
    }),
});

export const action = jobFormAction({
  fallback: 'Failed to update job. Please try again.',
  settle: takeTheirs,
  run: saveJobForm,
});

const updateLimitMs = 10_000;

/** A save without a response within 10 seconds is neither saved nor lost yet (D5): the form stays and checks. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  const saving = serverAction<JobFormResult>();
  const responded = saving.catch((error: unknown) => {
    // A rejection or a redirect is a response, as is the one to an oversized body.
    if (isLost(error) && !isTooLarge(error)) return unconfirmed();
    throw error;
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<JobFormResult>((resolve) => {
    timer = setTimeout(() => resolve(unconfirmed()), updateLimitMs);
  });
  try {
    return await Promise.race([responded, late]);
  } finally {
    clearTimeout(timer);
    // Later requests find out the result of the save.
    responded.catch(() => undefined);
  }
}

function unconfirmed(): JobFormResult {
  return { result: null, toast: null, preview: null, isUnconfirmed: true };
}

/** A form with a result keeps the typed text: saved text must not replace it. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  actionResult === undefined ? defaultShouldRevalidate : false;

const editParts = { JobCards, EditConflict, UnconfirmedSave };

export default function EditJobPage() {
  const { id, name, version, values, choices, preview, canReveal } = useLoaderData<typeof loader>();
  const jobPage = `/dashboard/jobs/${id}`;
  return (
    <>
      <PageHead title="Edit Job" back={{ to: jobPage, label: name }} />
      <JobForm
        key={id}
        layout="cards"
        jobId={id}
        editParts={editParts}
        version={version}
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

export function ErrorBoundary() {
  return <JobError />;
}
