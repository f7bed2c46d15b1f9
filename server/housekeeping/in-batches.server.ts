const batchRows = 500;
/** What is left after that waits for the next run: an activity must not outlast its limit. */
const longestMs = 4 * 60_000;

/**
 * Repeats a step of at most 500 rows, each a short transaction of its own, until one finds less than that.
 * @returns how many rows the steps changed in all
 */
export async function inBatches({
  isStopping,
  step,
}: {
  isStopping: () => boolean;
  step: (limit: number) => Promise<number>;
}): Promise<number> {
  const end = performance.now() + longestMs;
  for (let all = 0; ;) {
    const changed = await step(batchRows);
    all += changed;
    if (changed < batchRows || isStopping() || performance.now() > end) return all;
  }
}
