let last: Promise<void> = Promise.resolve();

/**
 * Resolves after one turn of the event loop since the previous call. Otherwise, some milliseconds for each of a hundred
 * simultaneous responses would block it for a second.
 */
export function loopTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}
