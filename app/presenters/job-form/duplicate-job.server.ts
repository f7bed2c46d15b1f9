import { toJobForm, type JobFormValues } from '#app/presenters/job-form/job-form.ts';
import { parseId } from '#domain/ids.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import type { DecryptedJob, Owner } from '#server/jobs/types.ts';
import { jobInputOf } from '#server/jobs/versions/job-input-of.server.ts';

const longestName = 200;

/**
 * The job whose duplicate a create form shows; null where its address names none.
 * @throws AppError not_found
 */
export async function readDuplicated({
  owner,
  url,
}: {
  owner: Owner;
  url: string;
}): Promise<DecryptedJob | null> {
  const jobId = parseId(new URL(url).searchParams.get('from') ?? undefined);
  return jobId === null ? null : (await getJob({ owner, jobId })).job;
}

/**
 * The create form filled with another job. Values of secret headers are masked and come from that job when saved; the
 * external id is not copied.
 */
export function duplicateForm(job: DecryptedJob): JobFormValues {
  const values = toJobForm({ job: jobInputOf(job), isRevealed: false });
  return { ...values, name: `Copy of ${values.name}`.slice(0, longestName), externalId: '' };
}
