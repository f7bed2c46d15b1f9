import { jobAct, toJobPage } from '#app/http/forms/job-act.server.ts';
import { makeBadge, removeBadge } from '#server/badges/set-badge.server.ts';

export const loader = toJobPage;

/** Turns a job's badge on or off, or gives it a new URL. */
export const action = jobAct({
  fallback: 'Failed to change the badge. Please try again.',
  names: ['intent'],
  run: async ({ owner, jobId, form }) => {
    if (form.get('intent') === 'off') {
      await removeBadge({ owner, jobId });
      return 'The badge is off. Its link no longer works.';
    }
    const isRenewed = form.get('intent') === 'renew';
    await makeBadge({ owner, jobId, isRenewed });
    return isRenewed ? 'The badge has a new link. The old one no longer works.' : 'The badge is on.';
  },
});
