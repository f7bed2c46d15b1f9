const everyMs = 2_000;

interface Heartbeat {
  send: () => void;
  from: number;
  /** Longer than the usual two seconds. */
  everyMs?: number;
}

export type Heartbeats = ReturnType<typeof createHeartbeats>;

/**
 * Heartbeats of all activities, each from an instant on: each one is a write in Temporal's store.
 */
export function createHeartbeats({ now = Date.now }: { now?: () => number } = {}) {
  const heartbeats = new Set<Heartbeat>();
  const timer = setInterval(() => {
    const instant = now();
    for (const heartbeat of heartbeats) {
      if (heartbeat.from > instant) continue;
      heartbeat.send();
      heartbeat.from = instant + (heartbeat.everyMs ?? 0);
    }
  }, everyMs);
  return {
    /** @returns the end of it */
    begin(given: Heartbeat) {
      const heartbeat = { ...given };
      heartbeats.add(heartbeat);
      return () => void heartbeats.delete(heartbeat);
    },
    close: () => clearInterval(timer),
  };
}
