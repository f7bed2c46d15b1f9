import type { JobInput } from '#domain/job/job.ts';
import type { Tier } from '#domain/plan.ts';
import { databaseNow } from '#server/database/database-now.server.ts';
import type { Tx } from '#server/database/db.server.ts';
import { enqueueJobEvents } from '#server/event-subscriptions/job-events.server.ts';
import { setNextRun } from '#server/executions/planning/set-next-run.server.ts';
import { checkRoom } from '#server/jobs/saving/check-room.server.ts';
import { recordJobChange } from '#server/jobs/saving/record-job-change.server.ts';
import { withinStorage } from '#server/jobs/saving/within-storage.server.ts';
import type { JobRow, Owner } from '#server/jobs/types.ts';
import { saveVersion } from '#server/jobs/versions/save-version.server.ts';
import { sealJob } from '#server/jobs/versions/seal-job.server.ts';
import { nameChannels } from '#server/notifications/rules/name-channels.server.ts';

/**
 * Writes a new job with all that belongs to it: version, next run, security event. Called under the owner's lock.
 * @param tier in force under the lock
 * @throws AppError authorization_error: the plan has no room for another job (D38), or for its texts
 * @throws AppError validation_error: a rule names a channel that the account does not have
 */
export async function insertJob({
  tx,
  owner,
  tier,
  input,
}: {
  tx: Tx;
  owner: Owner;
  tier: Tier;
  input: JobInput;
}): Promise<JobRow> {
  await checkRoom({ tx, ownerId: owner.id, tier, from: null, to: input.status });
  return withinStorage({ tx, ownerId: owner.id, tier, write: () => write({ tx, owner, input }) });
}

async function write({ tx, owner, input }: { tx: Tx; owner: Owner; input: JobInput }): Promise<JobRow> {
  const notifyRules = await nameChannels({ tx, ownerId: owner.id, rules: input.notifyRules });
  const saved = await tx.job.create({
    data: {
      ...sealJob({ input: { ...input, notifyRules }, ownerId: owner.id }),
      desiredVersion: 1,
      applyAfter: await databaseNow({ tx }),
    },
  });
  await saveVersion({ tx, job: saved, changedById: owner.id, summary: 'created' });
  await setNextRun({ tx, job: saved });
  await recordJobChange({ tx, owner, jobId: saved.id });
  await enqueueJobEvents({ tx, jobs: [saved], change: 'created' });
  return saved;
}
