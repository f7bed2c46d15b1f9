import { AppError } from '#domain/errors.ts';
import { ownedIds } from '#server/jobs/access/owned-ids.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';

/** Points taken at once: the pool has as many connections. */
const atOnce = 10;

/**
 * Consumes a point of Run Now for each of an owner's requested jobs, from the same limit as the API. An id of another
 * owner's job consumes none: it would leave a row for each guessed number.
 * @returns the owner's jobs with points left, and the ids without a consumed point
 * @throws AppError rate_limit: all are used up, as consumeRateLimit
 */
export async function consumeRunRateLimit({
  owner,
  jobIds,
}: {
  owner: Owner;
  jobIds: number[];
}): Promise<number[]> {
  const ids = [...new Set(jobIds)];
  const owned = await ownedIds({ ownerId: owner.id, jobIds: ids });
  // The use case gets these too: it records requests for jobs of others.
  const allowed = ids.filter((id) => !owned.has(id));
  const foreign = allowed.length;
  const asked = ids.filter((id) => owned.has(id));
  let limitRefusal: AppError | undefined;
  for (let at = 0; at < asked.length; at += atOnce) {
    const part = asked.slice(at, at + atOnce);
    const taken = await Promise.all(part.map((jobId) => consumeRunPoint({ owner, jobId })));
    for (const [index, jobId] of part.entries()) {
      const refused = taken[index];
      if (refused) limitRefusal ??= refused;
      else allowed.push(jobId);
    }
  }
  if (limitRefusal && allowed.length === foreign) throw limitRefusal;
  return allowed;
}

async function consumeRunPoint({
  owner: { id, request },
  jobId,
}: {
  owner: Owner;
  jobId: number;
}): Promise<AppError | null> {
  try {
    await consumeRateLimit({
      limit: 'run_now',
      key: `${id}:${jobId}`,
      actorId: id,
      ...(request && { request }),
    });
    return null;
  } catch (error) {
    if (error instanceof AppError && error.type === 'rate_limit') return error;
    throw error;
  }
}
