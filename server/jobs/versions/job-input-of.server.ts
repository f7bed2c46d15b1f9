import { buildJob, type JobColumn, type JobInput } from '#domain/job/field-table.ts';
import type { DecryptedJob } from '#server/jobs/types.ts';

/** The editable fields of a job, as the schema of domain/job/job returns them. */
export function jobInputOf(job: Pick<DecryptedJob, JobColumn>): JobInput {
  return buildJob((column) => job[column]);
}
