import { formChoices, type Variable } from '#app/presenters/job-form/form-choices.ts';
import { toJobForm, type JobFormValues } from '#app/presenters/job-form/job-form.ts';
import { AppError } from '#domain/errors.ts';
import { isActive, type JobInput } from '#domain/job/job.ts';
import { authHeaderName } from '#domain/job/request-auth.ts';
import { isSecretHeader } from '#domain/job/secret-headers.ts';
import { unmaskHeaders } from '#domain/job/unmask-request.ts';
import { now as clock } from '#server/clock.server.ts';
import { getExecution } from '#server/executions/history/get-execution.server.ts';
import type { EditedRequest } from '#server/executions/ledger/seal-request.server.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { jobInputOf } from '#server/jobs/versions/job-input-of.server.ts';
import type { JobSnapshot } from '#server/jobs/versions/snapshot.ts';
import { listSecrets } from '#server/secrets/list-secrets.server.ts';

/** The fields of a request a replay can edit. */
export type ReplayFormValues = Pick<
  JobFormValues,
  'type' | 'webhookURL' | 'httpMethod' | 'headers' | 'payload'
>;

interface ReplayFormData {
  jobId: number;
  executionId: number;
  version: number;
  values: ReplayFormValues;
  variables: Variable[];
  /** Values of secret headers are masked, and stay on the server. */
  hasMasked: boolean;
  disabledReason: string | null;
}

type Recorded = EditedRequest & Pick<JobSnapshot, 'type' | 'auth'>;

/**
 * The request of a run as a form edits it, as it was recorded, and as a job of today would have it.
 * @throws AppError not_found: the execution or its job; conflict: the version that ran was removed
 */
export async function readReplayForm({
  owner,
  jobId,
  executionId,
}: {
  owner: Owner;
  jobId: number;
  executionId: number;
}): Promise<{ page: ReplayFormData; recorded: Recorded; asJob: JobInput }> {
  const [{ job }, execution, secrets] = await Promise.all([
    getJob({ owner, jobId }),
    getExecution({ ownerId: owner.id, jobId, id: executionId }),
    listSecrets({ ownerId: owner.id }),
  ]);
  const recorded = execution.version;
  if (recorded === null)
    throw new AppError('conflict', {
      message: 'The version that ran is no longer stored. Use Run Now instead.',
    });
  const now = clock().getTime();
  const { type, webhookUrl, httpMethod, headers, payload } = recorded;
  const asJob = {
    ...jobInputOf(job),
    ...{ type, webhookUrl, headers, payload, httpMethod },
  };
  const shown = toJobForm({ job: asJob, isRevealed: false });
  const page = {
    ...{ jobId, executionId, version: execution.jobVersion },
    values: {
      type: shown.type,
      webhookURL: shown.webhookURL,
      httpMethod: shown.httpMethod,
      headers: shown.headers,
      payload: shown.payload,
    },
    variables: formChoices({ now, secrets: secrets.map(({ name }) => name) }).variables,
    hasMasked: Object.keys(headers ?? {}).some(isSecretHeader),
    disabledReason: isActive({ ...job, now }) ? null : 'Resume the job to replay it.',
  };
  return { page, recorded, asJob };
}

/**
 * The edits requested by a form or an API call; an unchanged mask means the recorded value.
 * @throws AppError validation_error: a mask without a recorded value, a change between mail and call, or a new header
 *   that the job's authentication sets
 */
export function editsOf({ input, recorded }: { input: JobInput; recorded: Recorded }): EditedRequest {
  const { webhookUrl, httpMethod, headers, payload, type } = input;
  if (type !== recorded.type) {
    const webhookURL =
      recorded.type === 'email'
        ? 'This run sends email. Enter one address, such as mailto:ops@example.com.'
        : 'This run calls a URL. Enter one that starts with http:// or https://.';
    throw new AppError('validation_error', { details: { webhookURL } });
  }
  const edited = unmaskHeaders({ typed: headers, stored: recorded.headers });
  const clash = headerOfAuth({ edited, recorded });
  if (clash !== undefined) {
    const message = `The Authentication setting of the job already sets ${clash}. Remove this header, or change the setting in the job.`;
    throw new AppError('validation_error', { details: { headers: message } });
  }
  return { ...{ webhookUrl, httpMethod, payload }, headers: edited };
}

/** A header written for this run that the call would replace; a recorded one may stay. */
function headerOfAuth({
  edited,
  recorded: { auth, headers },
}: {
  edited: EditedRequest['headers'];
  recorded: Recorded;
}): string | undefined {
  const replaced = auth && authHeaderName(auth).toLowerCase();
  return Object.entries(edited ?? {}).find(
    ([name, value]) => name.toLowerCase() === replaced && headers?.[name] !== value,
  )?.[0];
}
