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
  const inFlight = createInFlight({ deliver, onEnd: () => wake() });
  let timer: NodeJS.Timeout | undefined;
  let turnsAt = Infinity;
  let turning: Promise<void> | undefined;
  let isTurning = false;
  let isWoken = false;
  let isClosed = false;

  function plan(ms: number) {
    clearTimeout(timer);
    turnsAt = performance.now() + ms;
    if (!isClosed) timer = setTimeout(() => void (turning = turn()), ms);
  }

  function wake() {
    if (isTurning) isWoken = true;
    else if (performance.now() + wakeMs < turnsAt) plan(wakeMs);
  }

  async function turn() {
    isTurning = true;
    isWoken = false;
    let isMore = false;
    try {
      const limit = mostInFlight - inFlight.size();
      if (limit > 0 && hasLease()) {
        isMore = await feed();
        inFlight.add(await claim({ limit }));
      }
    } catch (error) {
      log().warn(errorFields(error), 'events: the database is down');
    }
    isTurning = false;
    plan(isMore || wasWoken() ? wakeMs : pollMs);
  }

  const wasWoken = () => isWoken;

  plan(0);
  return {
    wake,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await turning;
      await inFlight.close();
    },
  };
}

/** The deliveries in flight; the end of one lets the next event of its job go. */
function createInFlight({ deliver, onEnd }: { deliver: NonNullable<Parts['deliver']>; onEnd: () => void }) {
  const inFlight = new Set<Promise<void>>();
  return {
    size: () => inFlight.size,
    add(claimed: ClaimedDelivery[]) {
      for (const delivery of claimed) {
        const going = deliver(delivery)
          .catch((error: unknown) =>
            log().warn(errorFields(error), 'events: a result was not recorded, so it will be sent again'),
          )
          .finally(() => {
            inFlight.delete(going);
            onEnd();
          });
        inFlight.add(going);
      }
    },
    async close() {
      const limit = new Promise((done) => setTimeout(done, closeLimitMs).unref());
      await Promise.race([Promise.all(inFlight), limit]);
    },
  };
}
