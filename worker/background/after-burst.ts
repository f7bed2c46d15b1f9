/** Calls of one instant leave within a second, or their responses no longer wait for each other. */
const longestMs = 1_000;
const pollMs = 5;
/** Evaluated between two turns of the event loop: a fire that is due meanwhile still leaves on time. */
const evaluatedAtOnce = 50;
/** Beyond it, responses are evaluated at once: they would take too much memory. */
const mostBytes = 32 * 1024 * 1024;

export type AfterBurst = ReturnType<typeof createAfterBurst>;

interface Waiting {
  since: number;
  bytes: number;
  proceed: () => void;
}

/**
 * Lets the responses of a burst wait until its calls have left, for 1 s at most: evaluating them would make later calls of
 * the same instant late.
 */
export function createAfterBurst({
  isBusy,
  now = () => performance.now(),
}: {
  /** Many calls of one instant are leaving. */
  isBusy: () => boolean;
  now?: () => number;
}) {
  const waiting: Waiting[] = [];
  let bytesHeld = 0;
  let isPolling = false;

  function poll() {
    const [oldest] = waiting;
    if (!oldest) {
      isPolling = false;
    } else if (isBusy() && now() - oldest.since < longestMs) {
      setTimeout(poll, pollMs);
    } else {
      for (const { bytes, proceed } of waiting.splice(0, evaluatedAtOnce)) {
        bytesHeld -= bytes;
        proceed();
      }
      setImmediate(poll);
    }
  }

  return {
    /** @param bytes size of what is kept in memory meanwhile */
    wait({ bytes }: { bytes: number }): Promise<void> {
      if (waiting.length === 0 ? !isBusy() : bytesHeld + bytes > mostBytes) return Promise.resolve();
      return new Promise((proceed) => {
        waiting.push({ since: now(), bytes, proceed });
        bytesHeld += bytes;
        if (isPolling) return;
        isPolling = true;
        setTimeout(poll, pollMs);
      });
    },
  };
}
