const pollMs = 2_000;

/**
 * Repeats a round of work: every 2 s, and soon after a notice. One round at a time; an error is reported, and the next
 * round repeats the work.
 */
export function createRounds({
  round,
  wakeMs,
  fullMs = wakeMs,
  onError,
}: {
  /** Returns true if there may be more to do at once. */
  round: () => Promise<boolean>;
  /** Delay after a notice, in milliseconds: notices of a batch lead to one round. */
  wakeMs: number;
  /** Least time from the start of a round that left more to do until the next one; notices do not bring that forward. */
  fullMs?: number;
  onError: (error: unknown) => void;
}) {
  let timer: NodeJS.Timeout | undefined;
  let startsAt = Infinity;
  let running: Promise<void> | undefined;
  let isRunning = false;
  let isWoken = false;
  let isFull = false;
  let isClosed = false;

  function plan(ms: number) {
    clearTimeout(timer);
    startsAt = performance.now() + ms;
    if (!isClosed) timer = setTimeout(() => void (running = run()), ms);
  }

  const wasWoken = () => isWoken;

  async function run() {
    isRunning = true;
    isWoken = false;
    isFull = false;
    const beganAt = performance.now();
    try {
      isFull = await round();
    } catch (error) {
      onError(error);
    }
    isRunning = false;
    const restMs = Math.max(beganAt + fullMs - performance.now(), 0);
    plan(isFull ? restMs : wasWoken() ? wakeMs : pollMs);
  }

  plan(0);
  return {
    /** @param ms delay until the next round, for a notice that may wait longer than others */
    wake(ms = wakeMs) {
      if (isRunning) isWoken = true;
      // A notice only brings the next round forward: a steady stream of notices must not postpone it forever.
      else if (!isFull && performance.now() + ms < startsAt) plan(ms);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
