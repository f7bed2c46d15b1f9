import { AppError } from '#domain/errors.ts';
import type { Tier } from '#domain/plan.ts';
import type { Tx } from '#server/database/db.server.ts';
import { pushJob } from '#server/engine/relay/push-job.server.ts';
import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';
import { savesOf } from '#server/jobs/access/owner-turns.server.ts';
import { checkRoom } from '#server/jobs/saving/check-room.server.ts';
import { insertJobs } from '#server/jobs/saving/insert-jobs.server.ts';
import { saveChange } from '#server/jobs/saving/save-change.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { sealJob } from '#server/jobs/versions/seal-job.server.ts';
import { askAfterSave } from '#server/mail/ask-after-save.server.ts';
import { nameChannels } from '#server/notifications/rules/name-channels.server.ts';
import type { ImportPlan, ImportedJob } from './types.ts';

type New = Extract<ImportedJob, { outcome: 'new' }>;
type Changed = Extract<ImportedJob, { outcome: 'changed' }>;

// A thousand changes are some thousand statements: twelve seconds, more on a machine that is busy.
const limitMs = 120_000;
/** Pushed to the engine at once, as after a save; the relay in every worker pushes the others within seconds. */
const pushedAtOnce = 10;
/** New jobs of one statement. */
const insertedAtOnce = 100;

/**
 * Writes a plan, all of it or nothing: new jobs, then changes, each with its version, next run and security event, as a
 * manual save.
 * @throws AppError conflict: a job has changed since the plan was made; validation_error: the plan has refused jobs;
 *   authorization_error: there is no room any more (D38)
 */
export async function importJobs({
  owner,
  plan,
}: {
  owner: Owner;
  plan: ImportPlan;
}): Promise<{ created: number; changed: number; same: number }> {
  if (plan.jobs.some(({ outcome }) => outcome === 'refused'))
    throw new AppError('validation_error', { message: 'Nothing was imported: some jobs are refused.' });
  const fresh = plan.jobs.filter((one): one is New => one.outcome === 'new');
  const changed = plan.jobs.filter((one): one is Changed => one.outcome === 'changed');
  const ids = await savesOf(owner.id).$transaction(
    async (tx) => {
      const { tier } = await lockOwner({ tx, ownerId: owner.id });
      const done: number[] = [];
      for (let from = 0; from < fresh.length; from += insertedAtOnce) {
        const inputs = fresh.slice(from, from + insertedAtOnce).map(({ input }) => input);
        done.push(...(await insertJobs({ tx, owner, tier, inputs })));
      }
      // Rows that are there already are locked until the end: they come last.
      for (const job of changed) done.push(await change({ tx, owner, tier, job }));
      return done;
    },
    { timeout: limitMs },
  );
  await Promise.all(ids.slice(0, pushedAtOnce).map((jobId) => pushJob({ jobId })));
  for (const { input } of [...fresh, ...changed]) void askAfterSave({ owner, input });
  const same = plan.jobs.length - fresh.length - changed.length;
  return { created: fresh.length, changed: changed.length, same };
}

async function change({
  tx,
  owner,
  tier,
  job,
}: {
  tx: Tx;
  owner: Owner;
  tier: Tier;
  job: Changed;
}): Promise<number> {
  const { jobId, version, changed, input } = job;
  await tx.$queryRaw`select "id" from "Job" where "id" = ${jobId} and "ownerId" = ${owner.id} for update`;
  const row = await tx.job.findFirst({ where: { id: jobId, ownerId: owner.id, deletedAt: null } });
  if (row?.desiredVersion !== version) {
    throw new AppError('conflict', {
      message: `Nothing was imported: ${job.name} has changed meanwhile. Check the preview again.`,
    });
  }
  await checkRoom({ tx, ownerId: owner.id, tier, from: row.status, to: input.status });
  const notifyRules = changed.includes('notifyRules')
    ? await nameChannels({ tx, ownerId: owner.id, rules: input.notifyRules })
    : input.notifyRules;
  const columns = sealJob({ input: { ...input, notifyRules }, ownerId: owner.id });
  await saveChange({ tx, job: row, columns, changed, owner, tier });
  return jobId;
}
