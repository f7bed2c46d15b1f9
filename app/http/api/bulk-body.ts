import { z } from 'zod';
import { jobStatus } from '#app/http/api/job-body.ts';

const mostJobs = 1_000;
const error = `job_ids must be a list of 1 to 1,000 ids of jobs.`;

const jobIds = z
  .array(
    z
      .number({ error })
      .int({ error })
      .min(1, { error })
      .max(2 ** 31 - 1, { error }),
    { error },
  )
  .min(1, { error })
  .max(mostJobs, { error })
  .meta({ description: 'Job ids; ids of other accounts are ignored.', examples: [[42, 43]] });

/** Jobs of a bulk call (D41a). */
export const bulkBody = z.strictObject({ job_ids: jobIds });
export const bulkStatusBody = z.strictObject({ job_ids: jobIds, status: jobStatus });
