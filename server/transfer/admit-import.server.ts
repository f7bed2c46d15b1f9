import { AppError } from '#domain/errors.ts';
import type { Owner } from '#server/jobs/types.ts';
import { takePoints } from '#server/rate-limit/take-points.server.ts';

const importing = new Set<number>();
/** Seconds: an import of a thousand jobs takes some. */
const retryAfter = 5;

/**
 * Lets one import of an account in at a time, in each process, and ten a minute in all. Previews count alike. Taken before
 * the text is read.
 * @returns the function to call once the import has ended
 * @throws AppError rate_limit
 */
export async function admitImport({ owner: { id, request } }: { owner: Owner }): Promise<() => void> {
  if (importing.has(id)) {
    throw new AppError('rate_limit', {
      message:
        'Your account already has an import running. Wait until it has finished, then send this one again.',
      details: { retry_after: retryAfter },
    });
  }
  importing.add(id);
  try {
    await takePoints({ limit: 'import', key: id, actorId: id, ...(request && { request }) });
  } catch (error) {
    importing.delete(id);
    throw error;
  }
  return () => importing.delete(id);
}
