/** Messages that this process hands to the mail server at once: as many as it keeps connections to it. */
export const mostAtOnce = 5;

let free = mostAtOnce;
/** Mails waiting for a connection, longest waiting first. */
const waiting = new Set<() => void>();

/**
 * Runs `work` once a connection to the mail server is free, first come first served. A message is counted and timed
 * from then on: while it waits for those of others nothing of it has been sent.
 *
 * @param waitMs how long it waits at most
 * @param signal a delete or a shutdown gives it up while it waits
 * @returns null when it was given up: `work` has not begun
 */
export async function inMailSlot<Result>({
  waitMs,
  signal,
  work,
}: {
  waitMs: number;
  signal?: AbortSignal | undefined;
  work: () => Promise<Result>;
}): Promise<Result | null> {
  if (!(await enter({ waitMs, signal }))) return null;
  try {
    return await work();
  } finally {
    leave();
  }
}

async function enter({ waitMs, signal }: { waitMs: number; signal: AbortSignal | undefined }) {
  if (signal?.aborted) return false;
  if (free > 0) {
    free -= 1;
    return true;
  }
  return new Promise<boolean>((resolve) => {
    const end = (isIn: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      waiting.delete(turn);
      resolve(isIn);
    };
    const turn = () => end(true);
    const giveUp = () => end(false);
    const timer = setTimeout(giveUp, waitMs);
    signal?.addEventListener('abort', giveUp);
    waiting.add(turn);
  });
}

/** Passes the connection to the caller that has waited longest. */
function leave(): void {
  const [next] = waiting;
  if (next) next();
  else free += 1;
}
