import { minuteMs } from '#domain/time/units.ts';

const batchRows = 500;
/** The rest waits for the next run: an activity must not exceed its timeout. */
const longestMs = 4 * minuteMs;

/** Reports whether a task run has to end: it was stopped, or its time is over. */
export function withinRun(isStopping: () => boolean): () => boolean {
  const end = performance.now() + longestMs;
  return () => isStopping() || performance.now() > end;
}

/**
 * Repeats a step of at most 500 rows, each a short transaction of its own, until one finds fewer than that.
 * @param isOver of the whole task run, with several of these
 * @returns number of changed rows in all
 */
export async function inBatches({
  isOver,
  step,
}: {
  isOver: () => boolean;
  step: (limit: number) => Promise<number>;
}): Promise<number> {
  for (let all = 0; ;) {
    const changed = await step(batchRows);
    all += changed;
    if (changed < batchRows || isOver()) return all;
  }
}
