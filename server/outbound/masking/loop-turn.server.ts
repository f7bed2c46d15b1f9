let last: Promise<void> = Promise.resolve();

/**
 * Resolves once the event loop has gone round since the one before was let go. Work of some milliseconds for each of a
 * hundred responses that arrive at once would otherwise be one piece of a second.
 */
export function loopTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}
