import { jobInput } from '#domain/job/job.ts';
import { closeDatabase, db } from '#server/database/db.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { runJob } from '#server/jobs/run-job.server.ts';

/**
 * Creates a job of a new user as the form would, and runs it manually.
 * @param env settings of the installation
 * @returns the job's id
 */
export async function makeFirstJob({
  env,
  url,
}: {
  env: Record<string, string>;
  url: string;
}): Promise<number> {
  Object.assign(process.env, env, { NODE_ENV: 'production', LOG_LEVEL: 'silent' });
  const subject = 'image';
  const { id, tier } = await db().user.create({
    data: {
      issuer: 'https://identity.example.com',
      ...{ subject, email: `${subject}@example.com`, emailVerified: true },
    },
  });
  const input = jobInput.parse({
    ...{ name: 'First job', cronExpression: '0 0 1 1 *', webhookURL: url, retryCount: 0 },
  });
  const owner = { id, tier };
  const { id: jobId } = await createJob({ owner, input });
  await runJob({ owner, jobId, trigger: 'manual' });
  await closeDatabase();
  return jobId;
}
