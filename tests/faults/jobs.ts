import { jobInput } from '#domain/job.ts';
import { closeDatabase, db } from '#server/db.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';

export interface MinutelyJob {
  id: number;
  retryCount: number;
}

/** Jobs that call the echo target each minute; `slow` ones are still out two seconds later. */
export async function makeMinutelyJobs({ echoUrl }: { echoUrl: string }): Promise<MinutelyJob[]> {
  const owner = await db().user.findFirstOrThrow({ where: { email: 'ultimate@punctual.test' } });
  const jobs: MinutelyJob[] = [];
  for (const retryCount of [0, 3]) {
    for (const path of ['/fault/quick/a', '/fault/quick/b', '/delay/2000/a', '/delay/2000/b']) {
      const { id } = await createJob({
        owner: { id: owner.id, tier: owner.tier },
        input: jobInput.parse({
          cronExpression: '* * * * *',
          name: `Minutely ${path}, ${retryCount} retries`,
          webhookURL: `${echoUrl}${path}`,
          retryCount,
        }),
      });
      jobs.push({ id, retryCount });
    }
  }
  await closeDatabase();
  return jobs;
}
