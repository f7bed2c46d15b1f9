const batchRows = 500;
/** What is left after that waits for the next run: an activity must not outlast its limit. */
const longestMs = 4 * 60_000;

/** Whether a run that begins now has to end: it was told to, or its time is over. */
export function withinRun(isStopping: () => boolean): () => boolean {
  const end = performance.now() + longestMs;
  return () => isStopping() || performance.now() > end;
}

/**
 * Repeats a step of at most 500 rows, each a short transaction of its own, until one finds less than that.
 * @param isOver of the whole run, which has several of these
 * @returns how many rows the steps changed in all
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
