import { withinMs } from '#server/engine/temporal-client.server.ts';
import { log } from '#server/log.server.ts';

/** A server with one store writes one at a time: more would only wait there. */
const callsAtOnce = 10;
const callLimitMs = 5_000;

/** Starts or wakes workflows, a few at a time; one where that fails is left to the next round. Answers how many it was done to. */
export async function startAll<Item>({
  items,
  start,
}: {
  items: Item[];
  start: (item: Item) => Promise<void>;
}): Promise<number> {
  let started = 0;
  await inParts(items, async (item) => {
    try {
      await withinMs({ ms: callLimitMs, call: () => start(item) });
      started += 1;
    } catch (error) {
      const named = typeof item === 'object' ? item : { testRunId: item };
      log().debug({ ...named, code: error instanceof Error ? error.name : 'unknown' }, 'engine: put off');
    }
  });
  return started;
}

export async function inParts<Item>(items: Item[], work: (item: Item) => Promise<void>) {
  for (let start = 0; start < items.length; start += callsAtOnce) {
    await Promise.all(items.slice(start, start + callsAtOnce).map(work));
  }
}
