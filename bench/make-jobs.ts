import type { JobInput } from '#domain/job.ts';
import { db } from '#server/db.server.ts';
import { setNextRun } from '#server/executions/set-next-run.server.ts';
import { saveVersion } from '#server/jobs/save-version.server.ts';
import { sealJob } from '#server/jobs/seal-job.server.ts';

const savedAtOnce = 8;

/** Saves jobs as the form does, all with one schedule, each with a path of its own; the relay tells Temporal. */
export async function makeJobs({ count, echoUrl }: { count: number; echoUrl: string }): Promise<void> {
  const { id: ownerId } = await db().user.create({
    data: { issuer: 'bench', subject: 'bench', email: 'bench@example.com', tier: 'ultimate' },
  });
  let made = 0;
  const save = async () => {
    while (made < count) {
      made += 1;
      const input = jobInput(`${echoUrl}/bench/job-${made}`);
      await db().$transaction(async (tx) => {
        const job = await tx.job.create({ data: sealJob({ input, ownerId }) });
        await saveVersion({ tx, job, changedById: ownerId, summary: 'created' });
        await setNextRun({ tx, job });
      });
    }
  };
  await Promise.all(Array.from({ length: savedAtOnce }, save));
}

/** Until the chains of all jobs know them. */
export async function areApplied(): Promise<boolean> {
  const rows = await db().$queryRaw<
    unknown[]
  >`select from "Job" where "appliedVersion" < "desiredVersion" limit 1`;
  return rows.length === 0;
}

const jobInput = (webhookUrl: string): JobInput => ({
  name: 'Bench',
  description: '',
  type: 'webhook',
  webhookUrl,
  httpMethod: 'POST',
  headers: { authorization: 'Bearer of-a-usual-length-0123456789' },
  payload: JSON.stringify({ hello: 'world' }),
  timeoutSeconds: 30,
  retryCount: 0,
  cronExpression: '* * * * *',
  timeZone: 'UTC',
  successCriterion: 'status_code',
  successRegex: null,
  acceptedStatuses: null,
  notifyFrequency: 'never',
  notificationType: null,
  notificationConfig: null,
  status: 'active',
  tags: [],
  externalId: null,
  overlap: 'skip',
  catchUp: 'last',
  isSigned: false,
});
