import { apiCall } from '#app/http/api/api-route.server.ts';
import { anyFields } from '#app/http/api/check-input.ts';
import { readJobChanges, versionsMatched } from '#app/http/api/job-body.ts';
import { jobResponse } from '#app/http/api/job-response.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { jobToChange } from '#app/http/api/openapi/job-body-schema.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { jobSchema } from '#app/presenters/api/job-schema.ts';
import type { DecryptedJob, Owner } from '#server/jobs/types.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';

/**
 * Changes a job by a body: a field missing from the body is unchanged.
 * @throws AppError as readJobChanges and updateJob
 */
export async function changeJob({
  owner,
  jobId,
  body,
  ifVersions,
}: {
  owner: Owner;
  jobId: number;
  body: Record<string, unknown>;
  ifVersions?: number[] | undefined;
}): Promise<DecryptedJob> {
  return updateJob({ owner, jobId, ifVersions, ...readJobChanges(body) });
}

/** PUT and PATCH of a job are the same call: both merge. */
export const changeCall = (operation: string) =>
  apiCall({
    operation,
    summary: 'Change a job: fields that are not given stay as they are',
    responses: describedResponse('The job as it is now.', jobSchema),
    isConditional: true,
    reads: jobToChange,
    body: anyFields,
    run: async ({ caller, owner, params, body, request }) => {
      const jobId = jobIdOf(params.id);
      await changeJob({ owner, jobId, body, ifVersions: versionsMatched(request) });
      return jobResponse({ caller, jobId });
    },
  });
