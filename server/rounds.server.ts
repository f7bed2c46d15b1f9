const pollMs = 2_000;
/** Interval once nothing has happened for a while: the rounds of an idle worker are most of its cost. */
const quietPollMs = 6_000;
const quietAfterMs = 30_000;

/** Result of a round: `more` if there may be work left, `later` if something failed and will be retried, else `done`. */
export type RoundEnd = 'more' | 'later' | 'done';

/**
 * Repeats a round of work: every 2 s, and soon after a notice; every 6 s after 30 s without a notice, a failure or a
 * full round. One round at a time; an error is reported, and the next round repeats the work.
 */
export function createRounds({
  round,
  wakeMs,
  fullMs = wakeMs,
  onError,
}: {
  round: () => Promise<RoundEnd>;
  /** Delay after a notice, in milliseconds: notices of a batch lead to one round. */
  wakeMs: number;
  /** Least time from the start of a round that left more to do until the next one; notices do not bring that forward. */
  fullMs?: number;
  onError: (error: unknown) => void;
}) {
  let timer: NodeJS.Timeout | undefined;
  let startsAt = Infinity;
  let lastWorkAt = performance.now();
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
    const beganAt = performance.now();
    const end = await round().catch((error: unknown): RoundEnd => {
      onError(error);
      return 'later';
    });
    isFull = end === 'more';
    isRunning = false;
    const endedAt = performance.now();
    if (end !== 'done') lastWorkAt = endedAt;
    const restMs = Math.max(beganAt + fullMs - endedAt, 0);
    const idleMs = endedAt - lastWorkAt < quietAfterMs ? pollMs : quietPollMs;
    plan(isFull ? restMs : wasWoken() ? wakeMs : idleMs);
  }

  plan(0);
  return {
    /** @param ms delay until the next round, for a notice that may wait longer than others */
    wake(ms = wakeMs) {
      lastWorkAt = performance.now();
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
