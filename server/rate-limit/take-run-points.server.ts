import { AppError } from '#domain/errors.ts';
import { takePoints } from '#server/rate-limit/take-points.server.ts';
import type { Owner } from '#server/jobs/types.ts';

/** Points taken at once: the pool has as many connections. */
const atOnce = 10;

/**
 * Takes a point of Run Now for each of an owner's jobs that is asked to run, from the limit that the API takes from.
 * @returns those that have not used it up
 * @throws AppError rate_limit: all have, as takePoints
 */
export async function takeRunPoints({
  owner,
  jobIds,
}: {
  owner: Owner;
  jobIds: number[];
}): Promise<number[]> {
  const allowed: number[] = [];
  let refusal: AppError | undefined;
  for (let at = 0; at < jobIds.length; at += atOnce) {
    const part = jobIds.slice(at, at + atOnce);
    const taken = await Promise.all(part.map((jobId) => takeRunPoint({ owner, jobId })));
    for (const [index, jobId] of part.entries()) {
      const refused = taken[index];
      if (refused) refusal ??= refused;
      else allowed.push(jobId);
    }
  }
  if (refusal && allowed.length === 0) throw refusal;
  return allowed;
}

async function takeRunPoint({
  owner: { id, request },
  jobId,
}: {
  owner: Owner;
  jobId: number;
}): Promise<AppError | null> {
  try {
    await takePoints({ limit: 'run_now', key: `${id}:${jobId}`, actorId: id, ...(request && { request }) });
    return null;
  } catch (error) {
    if (error instanceof AppError && error.type === 'rate_limit') return error;
    throw error;
  }
}
