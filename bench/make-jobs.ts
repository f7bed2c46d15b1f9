import { setTimeout as sleep } from 'node:timers/promises';
import { jobInput, type JobInput } from '#domain/job/job.ts';
import { db } from '#server/database/db.server.ts';
import { insertJobs } from '#server/jobs/saving/insert-jobs.server.ts';
import { say } from './say.ts';

const savedAtOnce = 3;
/** Jobs of one transaction, as an import saves them. */
const batchJobs = 100;
const secondMs = 1_000;

interface Jobs {
  count: number;
  targetUrl: string;
  /** Returns the cron expression of a job by its index, from 0. */
  cronOf?: (index: number) => string;
}

/**
 * Estimated instant by which the engine has applied jobs that are saved from now on, in milliseconds.
 * @param handOverMs time for each job; the relay pushes 50 a second at most
 */
export const handedOverAt = ({ jobs, handOverMs }: { jobs: number; handOverMs: number }): number =>
  Date.now() + jobs * handOverMs;

/**
 * Period at which all jobs can share one instant, in milliseconds: time to record the results of the last one and to
 * claim the next.
 */
export const burstPeriodMs = (jobs: number): number => secondMs * Math.max(20, Math.ceil(jobs / 200));

/** Cron expression of an hourly job whose next fire is 57 to 58 minutes away. */
export const hourlyCron = (): string => `${(new Date().getUTCMinutes() + 58) % 60} * * * *`;

/** Saves jobs, each with a separate path, and waits until their job workflows know them. */
export async function makeJobs(jobs: Jobs): Promise<void> {
  await saveJobs(jobs);
  await untilApplied();
}

/** Waits until the job workflows of all jobs know them. */
export async function untilApplied(): Promise<void> {
  say('Waiting until the engine knows them …');
  while (!(await areApplied())) await sleep(500);
}

export async function jobIds(): Promise<number[]> {
  return (await db().job.findMany({ select: { id: true } })).map(({ id }) => id);
}

/** Saves jobs with all that belongs to each, as the form does, in batches like those of an import. */
export async function saveJobs({ count, targetUrl, cronOf = () => '* * * * *' }: Jobs): Promise<void> {
  say(`Saving ${count} jobs …`);
  const { id } = await db().user.create({
    data: { issuer: 'bench', subject: 'bench', email: 'bench@example.com', tier: 'ultimate' },
  });
  let made = 0;
  const save = async () => {
    while (made < count) {
      const first = made;
      made = Math.min(made + batchJobs, count);
      const inputs = Array.from({ length: made - first }, (_, index) =>
        inputOf({
          webhookURL: `${targetUrl}/bench/job-${first + index}`,
          cronExpression: cronOf(first + index),
        }),
      );
      await db().$transaction((tx) =>
        insertJobs({ tx, owner: { id, tier: 'ultimate' }, tier: 'ultimate', inputs }),
      );
    }
  };
  await Promise.all(Array.from({ length: savedAtOnce }, save));
}

async function areApplied(): Promise<boolean> {
  const rows = await db().$queryRaw<
    unknown[]
  >`select from "Job" where "appliedVersion" < "desiredVersion" limit 1`;
  return rows.length === 0;
}

const inputOf = (job: { webhookURL: string; cronExpression: string }): JobInput =>
  jobInput.parse({
    ...job,
    name: 'Bench',
    httpMethod: 'POST',
    headers: { authorization: 'Bearer of-a-usual-length-0123456789' },
    payload: JSON.stringify({ hello: 'world' }),
    retryCount: 0,
    notifyFrequency: 'never',
  });
