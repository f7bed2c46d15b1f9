import type { JobInput } from '#domain/job/job.ts';
import type { Tier } from '#domain/plan.ts';
import { databaseNow } from '#server/database/database-now.server.ts';
import type { Tx } from '#server/database/db.server.ts';
import { enqueueJobEvents } from '#server/event-subscriptions/job-events.server.ts';
import { createStates } from '#server/executions/planning/set-next-run.server.ts';
import { checkRoom } from '#server/jobs/saving/check-room.server.ts';
import { recordChanges } from '#server/jobs/saving/save-changes.server.ts';
import { withinStorage } from '#server/jobs/saving/within-storage.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { listChannelNames, nameKnownChannels } from '#server/notifications/rules/name-channels.server.ts';
import { sealJob } from '#server/jobs/versions/seal-job.server.ts';
import { sealSnapshot } from '#server/jobs/versions/seal-snapshot.server.ts';

/**
 * Writes new jobs with all that belongs to each, as insertJob does for one, in few statements. Called under the
 * owner's lock.
 * @param inputs a hundred or so: a statement takes no more than 32,767 values
 * @param tier in force under the lock
 * @returns their ids, the lowest first
 * @throws AppError authorization_error: the plan has no room for as many (D38), or for their texts
 */
export async function insertJobs({
  tx,
  owner,
  tier,
  inputs,
}: {
  tx: Tx;
  owner: Owner;
  tier: Tier;
  inputs: JobInput[];
}): Promise<number[]> {
  const drafts = inputs.filter(({ status }) => status === 'inactive').length;
  for (const [to, count] of [['active', inputs.length - drafts] as const, ['inactive', drafts] as const])
    if (count > 0) await checkRoom({ tx, ownerId: owner.id, tier, from: null, to, count });
  return withinStorage({ tx, ownerId: owner.id, tier, write: () => write({ tx, owner, inputs }) });
}

async function write({ tx, owner, inputs }: { tx: Tx; owner: Owner; inputs: JobInput[] }): Promise<number[]> {
  const at = await databaseNow({ tx });
  const isRuled = inputs.some(({ notifyRules }) => notifyRules !== null);
  const known = isRuled ? await listChannelNames({ tx, ownerId: owner.id }) : [];
  const jobs = await tx.job.createManyAndReturn({
    data: inputs.map(({ notifyRules: rules, ...input }) => ({
      ...sealJob({
        input: { ...input, notifyRules: rules && nameKnownChannels({ rules, known }) },
        ownerId: owner.id,
      }),
      desiredVersion: 1,
      applyAfter: at,
    })),
  });
  await tx.jobVersion.createMany({
    data: jobs.map((job) => ({
      jobId: job.id,
      version: 1,
      changedAt: at,
      changedById: owner.id,
      summary: 'created',
      status: job.status,
      cronExpression: job.cronExpression,
      timeZone: job.timeZone,
      snapshot: sealSnapshot(job),
    })),
  });
  await createStates({ tx, jobs, changedAt: at });
  const jobIds = jobs.map(({ id }) => id).sort((a, b) => a - b);
  await recordChanges({ tx, owner, jobIds });
  await enqueueJobEvents({ tx, jobs, change: 'created' });
  return jobIds;
}
