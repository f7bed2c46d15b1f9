import { jobAct, toJobPage } from '#app/http/job-act.server.ts';
import { runJob } from '#server/jobs/run-job.server.ts';

export const loader = toJobPage;

/** Runs a job once, now. */
export const action = jobAct({
  fallback: 'Failed to trigger job. Please try again.',
  run: async ({ owner, jobId }) => {
    await runJob({ owner, jobId, trigger: 'manual' });
    return 'Job triggered successfully. Check executions for results.';
  },
});
