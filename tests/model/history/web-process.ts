// Dependencies of a history's web process: the use cases of the screens.
export { db } from '#server/database/db.server.ts';
export { cancelOrphans } from '#server/engine/rescue/cancel-orphans.server.ts';
export { markRestored } from '#server/engine/mark-restored.server.ts';
export { retryNow } from '#server/engine/retry-now.server.ts';
export { stopRetrying } from '#server/engine/stop-retrying.server.ts';
export { createJob } from '#server/jobs/create-job.server.ts';
export { deleteJob } from '#server/jobs/delete-job.server.ts';
export { replayExecution } from '#server/jobs/replay-execution.server.ts';
export { runJob } from '#server/jobs/run-job.server.ts';
export { setJobStatus } from '#server/jobs/set-job-status.server.ts';
export { skipFire } from '#server/jobs/skips/skip-fire.server.ts';
export { updateJob } from '#server/jobs/update-job.server.ts';
