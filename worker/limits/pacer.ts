import { createHeap } from '#worker/launch-pad/heap.ts';

const perSecond = 150;
/**
 * More results would build up a backlog in a server with one store. If none of them is needed soon, they go more slowly.
 */
const manyResults = 1_000;
const soonMs = 120_000;
const perSecondOfMany = 60;
const tickMs = 20;
/** Longest wait of results for bursts to leave: consecutive bursts would hold them forever. */
const longestPauseMs = 10_000;
/** Number of results returned at once after a pause. */
const reserve = 15;

interface QueuedResult {
  nextAt: number;
  go: () => void;
}

export type Pacer = ReturnType<typeof createPacer>;

/**
 * Order of results and reports on their way to Temporal: none while a burst leaves, then those with the soonest next
 * attempt, at a rate that a server with one store can take (engine.md section 3).
 */
export function createPacer({ isBusy, now = Date.now }: { isBusy: () => boolean; now?: () => number }) {
  const turns = createHeap<QueuedResult>((turn) => turn.nextAt);
  let room = reserve;
  let filledAt = now();
  let timer: NodeJS.Timeout | undefined;
  let isOpen = false;
  let busySince: number | undefined;

  /** For leaving calls; with a limit. */
  function isPaused(instant: number): boolean {
    busySince = isBusy() ? (busySince ?? instant) : undefined;
    return busySince !== undefined && instant - busySince < longestPauseMs;
  }

  function tick() {
    timer = undefined;
    const instant = now();
    const hasTime = turns.size > manyResults && (turns.peek()?.nextAt ?? 0) > instant + soonMs;
    const rate = hasTime ? perSecondOfMany : perSecond;
    room = Math.min(room + Math.max(((instant - filledAt) * rate) / 1000, 0), reserve);
    filledAt = instant;
    while (turns.size > 0 && (isOpen || (room >= 1 && !isPaused(instant)))) {
      turns.pop()?.go();
      room -= 1;
    }
    if (turns.size > 0) timer = setTimeout(tick, tickMs);
  }

  return {
    /** @param nextAt instant of the next attempt, or now; the sooner it is, the sooner the result goes */
    turn: (nextAt: number): Promise<void> =>
      new Promise((go) => {
        turns.push({ nextAt, go });
        if (!timer) tick();
      }),
    /** Ends all waits: the worker is stopping. */
    letAllGo() {
      isOpen = true;
      clearTimeout(timer);
      tick();
    },
  };
}
