import { createHeap } from '#worker/launch-pad/heap.ts';

const perSecond = 150;
/**
 * More results than that would build up a backlog in a server with one store. While none of them has a fire soon, they go at
 * the rate of arming; those of a steady stream go as they come, or it would never be caught up with.
 */
const manyResults = 1_000;
const soonMs = 120_000;
const perSecondOfMany = 60;
const tickMs = 20;
/** The longest that results wait for bursts to leave: those that follow each other would hold them for ever. */
const longestPauseMs = 10_000;
/** So many go back at once after a pause. */
const reserve = 15;

interface QueuedResult {
  nextAt: number;
  go: () => void;
}

export type Pacer = ReturnType<typeof createPacer>;

/**
 * The order in which results go back to Temporal: none while a burst is leaving, then those whose next fire
 * comes first, at a rate that leaves the server room for what is due (engine.md section 3).
 */
export function createPacer({ isBusy, now = Date.now }: { isBusy: () => boolean; now?: () => number }) {
  const turns = createHeap<QueuedResult>((turn) => turn.nextAt);
  let room = reserve;
  let filledAt = now();
  let timer: NodeJS.Timeout | undefined;
  let isOpen = false;
  let busySince: number | undefined;

  /** For calls that leave; not for ever. */
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
    /** @param nextAt instant of what waits for this result; the sooner it is, the sooner the result goes */
    turn: (nextAt: number): Promise<void> =>
      new Promise((go) => {
        turns.push({ nextAt, go });
        if (!timer) tick();
      }),
    /** No more waiting: the worker is going down. */
    letAllGo() {
      isOpen = true;
      clearTimeout(timer);
      tick();
    },
  };
}
