import { type WatchProblem } from '#domain/job/watched-part.ts';
import { db } from '#server/database/db.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { unseal } from '#server/sealing/seal.server.ts';

export const watchedField = 'watchedValue.value';

/** A watched value as it is kept. */
export interface WatchedText {
  /** Of the whole value. */
  sha256: string;
  /** Its first 1,000 characters, secrets masked. */
  text: string;
}

/** Null if it cannot be decrypted: the next success is kept like a first one, rather than failing a whole batch. */
export function decryptWatched({ ownerId, value }: { ownerId: number; value: string }): WatchedText | null {
  try {
    return JSON.parse(unseal({ sealed: value, userId: ownerId, field: watchedField })) as WatchedText;
  } catch (error) {
    log().error({ ownerId, ...errorFields(error) }, 'A watched value cannot be decrypted.');
    return null;
  }
}

/** The watched part of a job's last success. */
export interface WatchedNow {
  /** Null before the first one that had it. */
  text: string | null;
  problem: WatchProblem | null;
  /** UTC milliseconds */
  changedAt: number;
}

/**
 * The watched part of a job's last success; null before the first one, and if the job watches another part since.
 * @param ownerId its owner: it can be decrypted for no other
 */
export async function readWatched({
  ownerId,
  jobId,
  watch,
}: {
  ownerId: number;
  jobId: number;
  watch: string | null;
}): Promise<WatchedNow | null> {
  if (watch === null) return null;
  const row = await db().watchedValue.findFirst({ where: { jobId, watch, job: { ownerId } } });
  if (!row) return null;
  const kept = row.value === null ? null : decryptWatched({ ownerId, value: row.value });
  return {
    text: kept?.text ?? null,
    problem: row.problem as WatchProblem | null,
    changedAt: row.changedAt.getTime(),
  };
}
