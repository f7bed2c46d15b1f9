import { setTimeout as sleep } from 'node:timers/promises';
import { minuteMs } from '#domain/time/units.ts';
import { tryAll } from '#server/engine/relay/try-all.server.ts';

const againMs = 2_000;
/** After that the activities' own timeouts are near. */
const longestMs = minuteMs;

/**
 * Calls Temporal for each item as tryAll does, and retries failed ones every 2 s for a minute: a server that has just
 * restarted leaves its first requests without a response. Never throws.
 * @param isFinal errors that end the retries of an item
 */
export async function retryEach<Item>({
  items,
  act,
  isFinal,
}: {
  items: Item[];
  act: (item: Item) => Promise<void>;
  isFinal: (error: unknown) => boolean;
}): Promise<void> {
  const end = performance.now() + longestMs;
  const left = new Set(items);
  const attempt = async (item: Item) => {
    // A silent server takes its time for each: the minute may be over in the middle of a round.
    if (performance.now() >= end) return;
    await act(item).catch((error: unknown) => {
      if (!isFinal(error)) throw error;
    });
    left.delete(item);
  };
  while (left.size > 0 && performance.now() < end) {
    await tryAll({ items: [...left], act: attempt });
    if (left.size > 0 && performance.now() < end) await sleep(againMs, undefined, { ref: false });
  }
}
