import { withinMs } from '#server/engine/temporal-client.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';

/** A server with one store writes one at a time: more would only wait there. */
const callsAtOnce = 10;
const callLimitMs = 5_000;

/**
 * Calls Temporal for each item, a few at a time: to start, wake or describe a workflow. An item that fails, or takes
 * more than 5 s, is left to the next round.
 * @returns number of successful items
 */
export async function tryAll<Item>({
  items,
  act,
}: {
  items: Item[];
  act: (item: Item) => Promise<void>;
}): Promise<number> {
  let done = 0;
  await inParts(items, async (item) => {
    try {
      await withinMs({ ms: callLimitMs, call: () => act(item) });
      done += 1;
    } catch (error) {
      const named = typeof item === 'object' ? item : { testRunId: item };
      log().debug({ ...named, ...errorFields(error) }, 'engine: put off');
    }
  });
  return done;
}

export async function inParts<Item>(items: Item[], work: (item: Item) => Promise<void>) {
  for (let start = 0; start < items.length; start += callsAtOnce) {
    await Promise.all(items.slice(start, start + callsAtOnce).map(work));
  }
}
