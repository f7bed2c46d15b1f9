import type { StackFacts } from '#dev/stack/facts.ts';
import { heldLimitMs } from '#server/metrics/loop-lag.server.ts';

/** Number of pieces of work up to each histogram bucket, in seconds. */
type Counts = Map<number, number>;

/** Pieces of work that held a loop for longer than 200 ms. */
export interface Held {
  process: 'web' | 'worker';
  count: number;
  /** The longest of them, between two bounds of the histogram, such as "1 to 2 s". */
  longest: string;
}

const limitSeconds = heldLimitMs / 1_000;

/**
 * Watches the event loops of a running product from now on; earlier stalls, above all of its start, do not count. Each
 * call of `held` asks both processes again and returns the stalls since the watch began.
 *
 * @throws Error when a process serves no such metric
 */
export async function watchLoops(
  facts: Pick<StackFacts, 'webMetricsUrl' | 'workerMetricsUrl'>,
): Promise<{ held: () => Promise<Held[]> }> {
  const urls = { web: facts.webMetricsUrl, worker: facts.workerMetricsUrl };
  const read = () => Promise.all([countsAt(urls.web), countsAt(urls.worker)]);
  const [web, worker] = await read();
  return {
    held: async () => {
      const [webNow, workerNow] = await read();
      return [
        ...heldBetween({ process: 'web', before: web, after: webNow }),
        ...heldBetween({ process: 'worker', before: worker, after: workerNow }),
      ];
    },
  };
}

/** @throws Error that names the process and the time when a loop was held for longer than 200 ms since the watch began */
export async function requireFreeLoops(loops: Awaited<ReturnType<typeof watchLoops>>): Promise<void> {
  const held = await loops.held();
  if (held.length === 0) return;
  const reported = held.map(
    ({ process, count, longest }) => `${process} ${count} times, the longest ${longest}`,
  );
  throw new Error(`An event loop was held for more than ${heldLimitMs} ms: ${reported.join('; ')}.`);
}

/** The counts of the loop's buckets in a page of metrics, by their upper bounds. */
export function countsOf(text: string): Counts {
  const lines = text.matchAll(/^punctual_event_loop_held_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm);
  return new Map(
    [...lines].map(([, bound = '', count]) => [bound === '+Inf' ? Infinity : Number(bound), Number(count)]),
  );
}

/** The difference of two readings of one process. */
export function heldBetween({
  process,
  before,
  after,
}: {
  process: Held['process'];
  before: Counts;
  after: Counts;
}): Held[] {
  // A restarted process counts from 0.
  const isNew = (after.get(Infinity) ?? 0) < (before.get(Infinity) ?? 0);
  const upTo = (bound: number) => (after.get(bound) ?? 0) - (isNew ? 0 : (before.get(bound) ?? 0));
  const count = upTo(Infinity) - upTo(limitSeconds);
  if (count === 0) return [];
  const bounds = [...after.keys()].sort((one, other) => one - other);
  const last = bounds.findIndex((bound) => upTo(bound) === upTo(Infinity));
  const [from, to] = [bounds[last - 1] ?? 0, bounds[last] ?? Infinity];
  return [{ process, count, longest: to === Infinity ? `over ${from} s` : `${from} to ${to} s` }];
}

async function countsAt(url: string): Promise<Counts> {
  const response = await fetch(url);
  const counts = countsOf(await response.text());
  if (!counts.has(limitSeconds))
    throw new Error(`${url} says nothing of the event loop (${response.status}).`);
  return counts;
}
