import { jobAct, toJobPage } from '#app/http/forms/job-act.server.ts';
import { skipFire, unskipFire } from '#server/jobs/skips/skip-fire.server.ts';

export const loader = toJobPage;

/** Skips one of a job's next fires, or undoes that. */
export const action = jobAct({
  fallback: 'Failed to skip the run. Please try again.',
  names: ['intent', 'scheduledFor'],
  run: async ({ owner, jobId, form }) => {
    const fire = { owner, jobId, scheduledFor: Number(form.get('scheduledFor')) };
    if (form.get('intent') === 'undo') {
      await unskipFire(fire);
      return 'The run is no longer skipped.';
    }
    await skipFire(fire);
    return 'The run will be skipped.';
  },
});
