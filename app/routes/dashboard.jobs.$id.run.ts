import { jobAct, toJobPage } from '#app/http/forms/job-act.server.ts';
import { oncePerSending, sendingKey } from '#app/http/forms/once-per-sending.server.ts';
import { viewRun } from '#app/http/responses/flash-toast.server.ts';
import { retryHeaders } from '#app/http/responses/respond-with-toast.server.ts';
import { runJob } from '#server/jobs/run-job.server.ts';
import { consumeRunRateLimit } from '#server/rate-limit/consume-run-rate-limit.server.ts';

export const loader = toJobPage;
export const headers = retryHeaders;

/** Starts a manual run of a job. */
export const action = jobAct({
  fallback: 'Failed to trigger job. Please try again.',
  run: async ({ owner, jobId, request }) => {
    const queued: { id?: number } = {};
    await oncePerSending({
      owner,
      key: sendingKey(request),
      content: ['run', jobId],
      run: async () => {
        await consumeRunRateLimit({ owner, jobIds: [jobId] });
        queued.id = (await runJob({ owner, jobId, trigger: 'manual' })).executionId;
      },
    });
    return {
      message: 'Job triggered successfully. Check executions for results.',
      tone: 'success',
      ...(queued.id !== undefined && { way: viewRun({ jobId, executionId: queued.id }) }),
    };
  },
});
