import { AppError } from '#domain/errors.ts';
import type { Owner } from '#server/jobs/types.ts';
import { consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';
import { holdTurn } from '#server/rate-limit/hold-turn.server.ts';

/** Seconds: an import of a thousand jobs takes some. */
const retryAfter = 5;

/**
 * Admits one import of an account at a time, over all web processes, and ten a minute. Previews count alike. Called
 * before the text is read.
 * @returns a function to call once the import has ended; the next one may begin when it resolves
 * @throws AppError rate_limit; any error of the database driver while the database is down
 */
export async function admitImport({
  owner: { id, request },
}: {
  owner: Owner;
}): Promise<() => Promise<void>> {
  const leave = await holdTurn({ key: `importing:${id}` });
  if (!leave)
    throw new AppError('rate_limit', {
      message:
        'Your account already has an import running. Wait until it has finished, then send this one again.',
      details: { retry_after: retryAfter },
    });
  try {
    await consumeRateLimit({ limit: 'import', key: id, actorId: id, ...(request && { request }) });
  } catch (error) {
    await leave();
    throw error;
  }
  return leave;
}
