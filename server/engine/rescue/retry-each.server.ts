import { setTimeout as sleep } from 'node:timers/promises';
import { minuteMs } from '#domain/time/units.ts';
import { inParts } from '#server/engine/relay/try-all.server.ts';
import { withinMs } from '#server/engine/temporal-client.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';

const limitMs = 5_000;
const againMs = 2_000;
/** After that the activities' own timeouts are near. */
const longestMs = minuteMs;

/**
 * Calls Temporal for each item, ten at a time and at most 5 s each, and retries failed ones every 2 s for a minute: a
 * server that has just restarted leaves its first requests without a response. Never throws.
 * @param isFinal errors that end the retries of an item
 */
export async function retryEach<Item>({
  items,
  act,
  isFinal = () => false,
}: {
  items: Item[];
  act: (item: Item) => Promise<void>;
  isFinal?: (error: unknown) => boolean;
}): Promise<void> {
  const end = performance.now() + longestMs;
  for (let left = items; left.length > 0 && performance.now() < end;) {
    const failed: Item[] = [];
    await inParts(left, async (item) => {
      // A silent server takes its time for each: the minute may be over in the middle of a round.
      if (performance.now() >= end) return;
      try {
        await withinMs({ ms: limitMs, call: () => act(item) });
      } catch (error) {
        log().debug(errorFields(error), 'rescue: Temporal did not take a call');
        if (!isFinal(error)) failed.push(item);
      }
    });
    left = failed;
    if (left.length > 0 && performance.now() < end) await sleep(againMs, undefined, { ref: false });
  }
}
