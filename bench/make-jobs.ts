import { setTimeout as sleep } from 'node:timers/promises';
import { jobInput, type JobInput } from '#domain/job/job.ts';
import { db } from '#server/database/db.server.ts';
import { setNextRun } from '#server/executions/planning/set-next-run.server.ts';
import { saveVersion } from '#server/jobs/versions/save-version.server.ts';
import { sealJob } from '#server/jobs/versions/seal-job.server.ts';
import { say } from './say.ts';

const savedAtOnce = 8;

interface Jobs {
  count: number;
  targetUrl: string;
  /** Returns the cron expression of a job by its index, from 0. */
  cronOf?: (index: number) => string;
}

/** Jobs are saved at about 60 a second; the engine applies 50 a second. */
const handOverMs = 60;

/** Estimated instant by which the engine has applied that many jobs, saved from now on, in milliseconds. */
export const handedOverAt = (count: number): number => Date.now() + count * handOverMs;

/** Saves jobs as the form does, each with a separate path, and waits until their job workflows know them. */
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

export async function saveJobs({ count, targetUrl, cronOf = () => '* * * * *' }: Jobs): Promise<void> {
  say(`Saving ${count} jobs …`);
  const { id: ownerId } = await db().user.create({
    data: { issuer: 'bench', subject: 'bench', email: 'bench@example.com', tier: 'ultimate' },
  });
  let made = 0;
  const save = async () => {
    while (made < count) {
      const index = made;
      made += 1;
      const input = inputOf({ webhookURL: `${targetUrl}/bench/job-${index}`, cronExpression: cronOf(index) });
      await db().$transaction(async (tx) => {
        const job = await tx.job.create({ data: sealJob({ input, ownerId }) });
        await saveVersion({ tx, job, changedById: ownerId, summary: 'created' });
        await setNextRun({ tx, job });
      });
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
