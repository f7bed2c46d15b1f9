import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { deliverNotification } from '#server/notifications/deliver-notification.server.ts';
import {
  type DueNotification,
  listDueNotifications,
} from '#server/notifications/list-due-notifications.server.ts';
import type { Delivery } from '#server/notifications/types.ts';
import { createRounds, type RoundEnd } from '#server/rounds.server.ts';
import { now as workerNow } from './clock.ts';

/** Deliveries of this worker in flight, each to another destination. */
const mostInFlight = 100;
/** Started together: each takes a connection to the database, which fires need as well. */
const startedAtOnce = 5;
/** Notices of a batch, and results of several deliveries, lead to one round. */
const wakeMs = 50;

type DeliveryOrder = Pick<Parameters<typeof deliverNotification>[0], 'notificationId' | 'onSent'>;

/** Parts that tests replace. */
interface Parts {
  /** Calls of a burst are leaving: notifications wait. */
  isBusy: () => boolean;
  /** Called once the result is recorded. */
  onDelivered: (delivered: { notificationId: number }) => void;
  list?: typeof listDueNotifications;
  deliver?: (order: DeliveryOrder) => Promise<Delivery>;
}

/**
 * Delivers due notifications, one at a time to each destination. The row says who delivers it and when the next attempt is
 * due, so any worker goes on after a crash (decision 074).
 */
export function createNotificationDeliveries({
  isBusy,
  onDelivered,
  list = listDueNotifications,
  deliver = (order) => deliverNotification({ ...order, now: workerNow }),
}: Parts) {
  const inFlight = new Map<string, Promise<void>>();
  const pauses = createPauses({ onEnd: () => rounds.wake() });

  async function round(): Promise<RoundEnd> {
    if (isBusy()) return 'more';
    const room = Math.min(mostInFlight - inFlight.size, startedAtOnce);
    // The end of a delivery leads to the next round.
    if (room <= 0) return 'done';
    const due = await list({ limit: room, except: [...inFlight.keys(), ...pauses.destinations()] });
    due.forEach(start);
    return due.length === room ? 'more' : 'done';
  }

  function start({ notificationId, destination }: DueNotification) {
    // The pace of the row counts from the claim; a message that left late must not be followed too soon.
    const onSent = ({ gapMs }: { gapMs: number }) => {
      if (gapMs > 0) pauses.add({ destination, until: workerNow() + gapMs });
    };
    const going = deliver({ notificationId, onSent })
      .then((delivery) => {
        onDelivered({ notificationId });
        if (delivery.kind === 'again' && delivery.isPaced) pauses.add({ destination, until: delivery.at });
      })
      .catch((error: unknown) =>
        log().warn({ notificationId, ...errorFields(error) }, 'notifications: will be retried'),
      )
      .finally(() => {
        inFlight.delete(destination);
        rounds.wake();
      });
    inFlight.set(destination, going);
  }

  const rounds = createRounds({
    ...{ round, wakeMs },
    onError: (error) => log().warn(errorFields(error), 'notifications: the database is down'),
  });
  return {
    wake: () => rounds.wake(),
    /** Starts no more deliveries; those in flight end within the limit, or are repeated by another worker. */
    async close({ limitMs }: { limitMs: number }) {
      await rounds.close();
      pauses.close();
      const limit = new Promise((done) => setTimeout(done, limitMs).unref());
      await Promise.race([Promise.all(inFlight.values()), limit]);
    },
  };
}

/** Destinations at their pace: their other notifications are not even tried before it allows the next one. */
function createPauses({ onEnd }: { onEnd: () => void }) {
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    destinations: () => timers.keys(),
    add({ destination, until }: { destination: string; until: number }) {
      clearTimeout(timers.get(destination));
      const end = () => {
        timers.delete(destination);
        onEnd();
      };
      timers.set(destination, setTimeout(end, Math.max(until - workerNow(), 0)));
    },
    close: () => timers.forEach((timer) => clearTimeout(timer)),
  };
}
