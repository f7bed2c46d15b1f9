import { randomUUID } from 'node:crypto';
import type { JobInput } from '#domain/job/job.ts';
import { db } from '#server/database/db.server.ts';
import { setNextRun } from '#server/executions/planning/set-next-run.server.ts';
import type { Job, Prisma, User } from '#server/generated/client.ts';
import { saveVersion } from '#server/jobs/versions/save-version.server.ts';
import { sealJob } from '#server/jobs/versions/seal-job.server.ts';

/** A user as after a sign-in; a test overrides the fields it is about. */
export async function aUser(given: Partial<Prisma.UserCreateInput> = {}): Promise<User> {
  const name = randomUUID();
  return db().user.create({
    data: {
      issuer: 'https://identity.example.com',
      subject: name,
      email: `${name}@example.com`,
      emailVerified: true,
      tier: 'premium',
      ...given,
    },
  });
}

/** A job as a form submits it: hourly, active, to a public address. */
export function aJob(given: Partial<JobInput> = {}): JobInput {
  return {
    name: 'Ping the shop',
    description: '',
    type: 'webhook',
    webhookUrl: 'https://shop.example.com/ping',
    httpMethod: 'GET',
    headers: null,
    auth: null,
    payload: null,
    timeoutSeconds: 30,
    retryCount: 3,
    retryDelays: null,
    cronExpression: '0 * * * *',
    timeZone: 'UTC',
    successCriterion: 'status_code',
    successRegex: null,
    acceptedStatuses: null,
    notifyFrequency: 'on_failure',
    notificationType: null,
    notificationConfig: null,
    notifyRules: null,
    lateAfter: null,
    tooLongAfter: null,
    certificateDays: 14,
    answerWatch: null,
    status: 'active',
    tags: [],
    externalId: null,
    overlap: 'skip',
    catchUp: 'last',
    isSigned: false,
    followRedirects: false,
    ...given,
  };
}

/** A job in the database, with its version and its state, without a push to the engine. */
export async function aSavedJob({
  owner,
  ...given
}: Partial<JobInput> & { owner?: User } = {}): Promise<Job> {
  const { id: ownerId } = owner ?? (await aUser());
  return db().$transaction(async (tx) => {
    const job = await tx.job.create({ data: sealJob({ input: aJob(given), ownerId }) });
    await saveVersion({ tx, job, changedById: ownerId, summary: 'created' });
    await setNextRun({ tx, job });
    return job;
  });
}

/** An execution that ended with a 503 and this body. */
export async function aFailedExecution({
  jobId,
  body,
  contentType = 'text/plain',
}: {
  jobId: number;
  body: string;
  contentType?: string;
}): Promise<{ id: bigint }> {
  const at = new Date();
  return db().execution.create({
    data: {
      trigger: 'manual',
      outcome: 'failed',
      ...{ jobId, dueAt: at, jobVersion: 1, statusCode: 503, endedAt: at },
      ...{ requestId: crypto.randomUUID(), attemptCount: 1, verdict: 'Failed: the response was 503.' },
      attempts: {
        create: {
          ...{ number: 1, startedAt: at, endedAt: at, statusCode: 503, errorCode: 'status_rejected' },
          body: {
            create: {
              headers: { 'content-type': contentType, 'set-cookie': 'canary' },
              body,
              bytes: body.length,
            },
          },
        },
      },
    },
  });
}
