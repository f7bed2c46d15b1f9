import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Retries a write while the database is down, such as the record of a finished call, which itself must not be repeated.
 *
 * @param onError called for each failed write
 * @param limitMs after which the error is thrown; if omitted, the write is retried until it succeeds
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
