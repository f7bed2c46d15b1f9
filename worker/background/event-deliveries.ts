import {
  claimDeliveries,
  type ClaimedDelivery,
} from '#server/event-subscriptions/claim-deliveries.server.ts';
import { deliverEvent } from '#server/event-subscriptions/deliver-events.server.ts';
import { feedReplays } from '#server/event-subscriptions/feed-replays.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { now as workerNow } from './clock.ts';

/** Deliveries of this worker in flight. */
const mostInFlight = 100;
const pollMs = 2_000;
/** Notices of a batch, and results of several deliveries, lead to one claim. */
const wakeMs = 50;
const closeLimitMs = 5_000;

/** Parts that tests replace. */
interface Parts {
  hasLease: () => boolean;
  claim?: (order: { limit: number }) => Promise<ClaimedDelivery[]>;
  deliver?: (delivery: ClaimedDelivery) => Promise<void>;
  feed?: () => Promise<boolean>;
}

/** Delivers events to the subscriptions of accounts, while this worker has its lease. */
export function createEventDeliveries({
  hasLease,
  claim = claimDeliveries,
  deliver = (delivery) => deliverEvent({ delivery, now: workerNow }),
  feed = feedReplays,
}: Parts) {
  const inFlight = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let turnsAt = Infinity;
  let turning: Promise<void> | undefined;
  let isWoken = false;
  let isClosed = false;

  function plan(ms: number) {
    clearTimeout(timer);
    turnsAt = performance.now() + ms;
    if (!isClosed) timer = setTimeout(() => void (turning = turn()), ms);
  }

  function wake() {
    if (turning) isWoken = true;
    else if (performance.now() + wakeMs < turnsAt) plan(wakeMs);
  }

  async function turn() {
    isWoken = false;
    let isMore = false;
    try {
      isMore = await once();
    } catch (error) {
      log().warn(errorFields(error), 'events: the database is down');
    }
    turning = undefined;
    plan(isMore || wasWoken() ? wakeMs : pollMs);
  }

  const wasWoken = () => isWoken;

  /** @returns whether there may be more to do at once */
  async function once(): Promise<boolean> {
    const limit = mostInFlight - inFlight.size;
    if (limit === 0 || !hasLease()) return false;
    const isFed = await feed();
    for (const delivery of await claim({ limit })) {
      const going = deliver(delivery)
        .catch((error: unknown) =>
          log().warn(errorFields(error), 'events: a result was not recorded, so it will be sent again'),
        )
        .finally(() => {
          inFlight.delete(going);
          // The next event of the job may go now.
          wake();
        });
      inFlight.add(going);
    }
    return isFed;
  }

  plan(0);
  return {
    wake,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await turning;
      const limit = new Promise((done) => setTimeout(done, closeLimitMs).unref());
      await Promise.race([Promise.all(inFlight), limit]);
    },
  };
}
