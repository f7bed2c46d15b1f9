import { splitByPlaces } from '#domain/plan-places.ts';
import { jobLimit, type Tier } from '#domain/plan.ts';
import type { Client } from '#server/database/transaction.server.ts';
import { lockJobs } from '#server/executions/ledger/lock-jobs.server.ts';
import { changeByEngine } from '#server/jobs/saving/change-by-engine.server.ts';
import { recordEngineEvent } from '#server/security-log/record-engine-event.server.ts';

/** Prefix of the reason of these pauses, used to find them again. */
export const planPauseReason = 'Your plan allows ';

/**
 * Pauses the active jobs above the limit of a tier (D22), in the transaction that changes the tier and holds the
 * owner's row: the newest, unless the owner chose which ones stay active.
 * @param keptJobIds the owner's choice; empty if there is none
 * @returns the paused jobs, oldest first
 */
export async function pauseAboveLimit({
  client,
  ownerId,
  tier,
  keptJobIds,
}: {
  client: Client;
  ownerId: number;
  tier: Tier;
  keptJobIds: number[];
}): Promise<number[]> {
  const limit = jobLimit(tier);
  if (limit === Infinity) return [];
  // The states first, as in the ledger: the end of an execution may be about to pause its job.
  const { rows: owned } = await client.query<{ id: number }>(
    `select "id" from "Job" where "ownerId" = $1 and "deletedAt" is null`,
    [ownerId],
  );
  await lockJobs({ client, jobIds: owned.map(({ id }) => id) });
  const { rows } = await client.query<{ id: number }>(
    `select "id" from "Job"
     where "ownerId" = $1 and "deletedAt" is null and ("status" = 'active' or "pausedUntil" is not null)
     order by "id" for no key update`,
    [ownerId],
  );
  const { paused } = splitByPlaces({ jobIds: rows.map(({ id }) => id), chosenIds: keptJobIds, limit });
  const rule =
    keptJobIds.length > 0
      ? 'the ones you did not choose to keep active were paused.'
      : 'the newest ones above that were paused.';
  const pauseReason = `${planPauseReason}${limit} jobs: ${rule}`;
  const change = { status: 'paused', pausedUntil: null, pauseReason } as const;
  for (const jobId of paused) await changeByEngine({ client, jobId, change });
  await client.query(`update "JobState" set "nextRunAt" = null where "jobId" = any($1::int[])`, [paused]);
  await recordEngineEvent({ client, code: 'job_changed', jobIds: paused });
  return paused;
}
