import { db } from '#server/database/db.server.ts';
import { ownedIds } from '#server/jobs/access/owned-ids.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { consumeRateLimit } from './consume-rate-limit.server.ts';
import { consumeRunRateLimit } from './consume-run-rate-limit.server.ts';

/**
 * Consumes the points of replays: one of Run Now for each press, one for each of several at once, and one for each with
 * an edited request. Jobs of others consume none.
 *
 * @param executionIds the executions to repeat
 * @param keeps `edits`: an edited request; `recorded`: that of the run, if it had one; `nothing` for the current job
 * @throws AppError rate_limit, as consumeRateLimit
 */
export async function consumeReplayRateLimit({
  owner,
  jobId,
  executionIds,
  keeps,
}: {
  owner: Owner;
  jobId: number;
  executionIds: number[];
  keeps: 'edits' | 'recorded' | 'nothing';
}): Promise<void> {
  await consumeRunRateLimit({ owner, jobIds: [jobId] });
  await consumeReplayPoints({ owner, jobId, executionIds, keeps });
}

/** The same without the point of Run Now, for API calls, whose route has consumed it. */
export async function consumeReplayPoints({
  owner,
  jobId,
  executionIds,
  keeps,
}: Parameters<typeof consumeReplayRateLimit>[0]): Promise<void> {
  if (!(await ownedIds({ ownerId: owner.id, jobIds: [jobId] })).has(jobId)) return;
  const { id: ownerId, request } = owner;
  const asker = { actorId: ownerId, ...(request && { request }) };
  const points = executionIds.length;
  if (points > 1)
    await consumeRateLimit({ ...asker, limit: 'replay_many', key: `${ownerId}:${jobId}`, points });
  const edited =
    keeps === 'edits' ? points : keeps === 'recorded' ? await countEdited({ jobId, ids: executionIds }) : 0;
  if (edited > 0) await consumeRateLimit({ ...asker, limit: 'edited_replay', key: ownerId, points: edited });
}

function countEdited({ jobId, ids }: { jobId: number; ids: number[] }): Promise<number> {
  return db().execution.count({ where: { jobId, id: { in: ids }, request: { not: null } } });
}
