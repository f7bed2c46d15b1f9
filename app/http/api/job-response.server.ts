import type { Caller } from '#app/http/api/caller.server.ts';
import type { ApiResponse } from '#app/http/api/response.server.ts';
import { toApiJob, type JobShape } from '#app/presenters/api/job.ts';
import { now } from '#server/clock.server.ts';
import { reportJob } from '#server/jobs/reads/report-jobs.server.ts';

/** Representation of jobs for a caller: values of secret headers are masked unless `?reveal=headers` is set. */
export function shapeFor({ caller, reveal }: { caller: Caller; reveal?: string | undefined }): JobShape {
  return {
    kind: caller.kind,
    now: now().getTime(),
    isRevealed: reveal === 'headers' && caller.scope === 'write',
  };
}

/**
 * A job as its owner is shown it after a call, with the version that If-Match is held against.
 * @throws AppError not_found
 */
export async function jobResponse({
  caller,
  jobId,
  reveal,
  isNew = false,
}: {
  caller: Caller;
  jobId: number;
  reveal?: string | undefined;
  isNew?: boolean;
}): Promise<ApiResponse> {
  const report = await reportJob({ owner: caller.owner, jobId });
  const data = toApiJob({ report, shape: shapeFor({ caller, reveal }) });
  const response = { data, version: report.job.desiredVersion };
  return isNew ? { ...response, status: 201, headers: { Location: `/api/v1/jobs/${jobId}` } } : response;
}
