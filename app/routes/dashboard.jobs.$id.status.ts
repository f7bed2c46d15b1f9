import { toJobPage } from '#app/http/forms/job-act.server.ts';
import { pageAction, refuseWithToast } from '#app/http/forms/page-action.server.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { runWithToast } from '#app/http/responses/respond-with-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { safeRedirectTarget } from '#app/http/session/redirect-target.ts';
import { AppError } from '#domain/errors.ts';
import type { JobStatus } from '#domain/job/choices.ts';
import { instantOf } from '#domain/schedule/timezone.ts';
import { hourMs } from '#domain/time/units.ts';
import { env } from '#server/env.server.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import type { Owner } from '#server/jobs/types.ts';

export const loader = toJobPage;

/** Pauses or resumes a job, from its list row or its page. */
export const action = pageAction({
  guard: requireUser,
  fields: { names: ['status', 'from', 'redirectTo', 'for', 'until'] },
  refuse: refuseWithToast,
  run: ({ user, request, params, form }) => {
    const isFromList = form.get('from') === 'list';
    const page = form.get('redirectTo');
    const status = statusOf(form.get('status'));
    return runWithToast({
      request,
      to: safeRedirectTarget({ text: typeof page === 'string' ? page : null, origin: env().APP_ORIGIN }),
      fallback: 'Failed to update job status. Please try again.',
      run: async () => {
        const jobId = jobIdOf(params.id);
        const owner = ownerOf({ user, request });
        const pausedUntil = await pauseEnd({ form, owner, jobId });
        await setJobStatus({ owner, jobId, status, pausedUntil });
        if (isFromList) return { title: 'Status Updated', message: `Job is now ${status}`, tone: 'success' };
        const word = status === 'active' ? 'activated' : status === 'paused' ? 'paused' : 'shelved';
        return { title: 'Success', message: `Job ${word} successfully.`, tone: 'success' };
      },
    });
  },
});

const pauseHours: Record<string, number> = { hour: 1, day: 24, week: 168 };

/**
 * End of a timed pause: after a span, or at a local time in the job's zone; null without either.
 * @throws AppError not_found; validation_error: the time is invalid
 */
async function pauseEnd({ form, owner, jobId }: { form: FormData; owner: Owner; jobId: number }) {
  const span = form.get('for');
  const hours = typeof span === 'string' ? pauseHours[span] : undefined;
  if (hours !== undefined) return new Date(Date.now() + hours * hourMs);
  const local = form.get('until');
  if (local === null) return null;
  if (
    typeof local !== 'string' ||
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ||
    Number.isNaN(Date.parse(local))
  )
    throw new AppError('validation_error', { details: { until: 'Pause Until: choose a day and a time.' } });
  const { job } = await getJob({ owner, jobId });
  return new Date(instantOf({ timeZone: job.timeZone, local }));
}

/** A draft resumed by mistake becomes a draft again. */
function statusOf(text: FormDataEntryValue | null): JobStatus {
  return text === 'active' || text === 'inactive' ? text : 'paused';
}
