import {
  claimDeliveries,
  type ClaimedDelivery,
} from '#server/event-subscriptions/claim-deliveries.server.ts';
import { deliverEvent } from '#server/event-subscriptions/deliver-events.server.ts';
import { feedReplays } from '#server/event-subscriptions/feed-replays.server.ts';
import { lanes } from '#server/event-subscriptions/types.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { createRounds, type RoundEnd } from '#server/rounds.server.ts';
import { now as workerNow } from './clock.ts';

/** Deliveries of this worker in flight. */
const mostInFlight = 100;
/** Deliveries of replays among them. The rest is free for live events, even if the receivers of replays are slow. */
const mostReplaysInFlight = 40;
/** Notices of a batch lead to one claim. */
const noticeMs = 50;
/** So do the results of several deliveries. Sooner, because a replay waits for each of them. */
const resultMs = 20;
const closeLimitMs = 5_000;

/** Parts that tests replace. */
interface Parts {
  hasLease: () => boolean;
  claim?: (order: { limit: number; replayLimit: number }) => Promise<ClaimedDelivery[]>;
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
  const inFlight = createInFlight({ deliver, onEnd: () => rounds.wake() });
  const replays = createReplayFeed({ feed, onMore: () => rounds.wake(noticeMs) });

  async function round(): Promise<RoundEnd> {
    if (!hasLease()) return 'later';
    const limit = mostInFlight - inFlight.size();
    if (limit > 0) {
      replays.start();
      inFlight.add(await claim({ limit, replayLimit: mostReplaysInFlight - inFlight.replays() }));
    }
    return 'done';
  }

  const rounds = createRounds({ round, wakeMs: resultMs, onError: warn });
  return {
    wake: () => rounds.wake(noticeMs),
    async close() {
      await Promise.all([rounds.close(), replays.ended()]);
      await inFlight.close();
    },
  };
}

const warn = (error: unknown) => log().warn(errorFields(error), 'events: the database is down');

/** Enqueues events of replays beside the claims: to read past events takes longer than live ones may wait. */
function createReplayFeed({ feed, onMore }: { feed: NonNullable<Parts['feed']>; onMore: () => void }) {
  let feeding: Promise<void> | undefined;
  const run = async () => {
    const isMore = await feed().catch((error: unknown) => (warn(error), false));
    feeding = undefined;
    if (isMore) onMore();
  };
  return { start: () => void (feeding ??= run()), ended: () => feeding };
}

/** The deliveries in flight; the end of one lets the next event of its job go. */
function createInFlight({ deliver, onEnd }: { deliver: NonNullable<Parts['deliver']>; onEnd: () => void }) {
  const inFlight = new Set<Promise<void>>();
  let replays = 0;
  return {
    size: () => inFlight.size,
    replays: () => replays,
    add(claimed: ClaimedDelivery[]) {
      for (const delivery of claimed) {
        const weight = delivery.lane === lanes.replay ? 1 : 0;
        replays += weight;
        const going = deliver(delivery)
          .catch((error: unknown) =>
            log().warn(errorFields(error), 'events: a result was not recorded, so it will be sent again'),
          )
          .finally(() => {
            inFlight.delete(going);
            replays -= weight;
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
