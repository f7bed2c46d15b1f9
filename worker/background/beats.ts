const everyMs = 2_000;

interface Beat {
  send: () => void;
  from: number;
  /** Longer than the usual two seconds. */
  everyMs?: number;
}

export type Beats = ReturnType<typeof openBeats>;

/**
 * Heartbeats of all activities, each from an instant on: a held fire sends none, for each is a write in
 * Temporal's store.
 */
export function openBeats({ now = Date.now }: { now?: () => number } = {}) {
  const beats = new Set<Beat>();
  const timer = setInterval(() => {
    const instant = now();
    for (const beat of beats) {
      if (beat.from > instant) continue;
      beat.send();
      beat.from = instant + (beat.everyMs ?? 0);
    }
  }, everyMs);
  return {
    /** @returns the end of it */
    begin(given: Beat) {
      const beat = { ...given };
      beats.add(beat);
      return () => void beats.delete(beat);
    },
    close: () => clearInterval(timer),
  };
}
