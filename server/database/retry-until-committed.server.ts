import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats a write that tells what came of a call while the database is away: the call was made, and only what came of
 * it may be told twice.
 *
 * @param onFault told of each write that failed
 * @param limitMs after which the fault is thrown; without one the write is repeated until it succeeds
 * @param againMs between two writes
 */
export async function retryUntilCommitted<Result>({
  write,
  onError,
  limitMs = Infinity,
  againMs = 1_000,
}: {
  write: () => Promise<Result>;
  onError: (error: unknown) => void;
  limitMs?: number;
  againMs?: number;
}): Promise<Result> {
  const until = performance.now() + limitMs;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      onError(error);
      if (performance.now() + againMs >= until) throw error;
      await sleep(againMs);
    }
  }
}
