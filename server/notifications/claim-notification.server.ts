import { quietUntil, storedQuietHours } from '#domain/notifications/quiet-hours.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { deliveryTarget } from '#server/channels/delivery-target.server.ts';
import { decryptDestination } from '#server/notifications/channels/channel.server.ts';
import { paceOf } from './channels/kinds/channel-senders.server.ts';
import { reserveDomainDelivery } from './domain-delivery.server.ts';
import {
  holdNotification,
  holdWaiting,
  type NotificationProgress,
  readState,
  takeQuietMark,
  waitTogether,
  waitQuietly,
  waitUntil,
} from './notification-state.server.ts';
import { reserveDelivery } from './reserve-delivery.server.ts';
import type { Delivery } from './types.ts';

/** Longer than a delivery takes: notifications of a dead deliverer are claimed again then. */
export const holdMs = 45_000;

/** A claimed notification, and those combined with it. */
export interface ClaimedNotifications {
  kind: 'claimed';
  /** Oldest first. */
  ids: number[];
  /** Number of their jobs. */
  jobs: number;
  /** Key of the destination's pace. */
  paceKey: string;
  /** Least time between two messages to it, in milliseconds. */
  gapMs: number;
}

/**
 * Claims a notification for delivery: other workers have to come back later. Its destination gets ten messages a
 * minute, its domain thirty from one account; faster ones wait for the end of that minute and then go as one digest. So
 * do those within the quiet hours of a named channel, at their end (D54). Channels whose alerts are resolved later get no
 * digest.
 */
export async function claimNotification({
  notificationId,
  now,
}: {
  notificationId: number;
  now: number;
}): Promise<ClaimedNotifications | Delivery> {
  return inTransaction(async (client) => {
    const seen = await readState({ client, notificationId });
    if (!seen) return { kind: 'failed' };
    if (seen.state !== 'pending') return { kind: seen.state };
    const quietHours = storedQuietHours(seen.quietHours);
    const quietEnd = quietHours === null ? null : quietUntil({ quietHours, at: now });
    if (quietEnd !== null) {
      await waitQuietly({ client, notificationId, channelKey: seen.channelKey, now, until: quietEnd });
      return { kind: 'again', at: quietEnd };
    }
    const to = destinationOf(seen);
    const pace = paceOf(to.channel);
    // Before the notification's own row: a digest locks the channel and then the rows of others.
    const reservation = await reserveDelivery({
      client,
      key: to.key,
      pace,
      now,
      takeWider: () => reserveDomainDelivery({ client, ownerId: seen.ownerId, ...to, now }),
      isDue: async () => {
        const notification = await readState({ client, notificationId });
        return notification?.state === 'pending' && notification.nextAt.getTime() <= now;
      },
    });
    if (reservation.kind === 'not_due') {
      const notification = await readState({ client, notificationId });
      if (notification?.state !== 'pending') return { kind: notification?.state ?? 'failed' };
      return { kind: 'again', at: notification.nextAt.getTime() };
    }
    if (reservation.kind === 'wait') {
      const { until, isOverflowing } = reservation;
      if (isOverflowing && pace.isCombined) await waitTogether({ client, now, until, ...seen });
      else await waitUntil({ client, notificationId, until });
      return { kind: 'again', at: until, isPaced: true };
    }
    // The pace of a destination may have a key of its own.
    const hasWaited = quietHours !== null && (await takeQuietMark({ client, channelKey: seen.channelKey }));
    const until = now + holdMs;
    const paced = { kind: 'claimed', paceKey: to.key, gapMs: pace.gapMs } as const;
    if ((reservation.isDigest || hasWaited) && pace.isCombined)
      return { ...paced, ...(await holdWaiting({ client, now, until, ...seen })) };
    await holdNotification({ client, notificationId, until });
    return { ...paced, ids: [notificationId], jobs: 1 };
  });
}

/**
 * Where a notification goes now, and the key of its pace. One that cannot be decrypted is not sent to either: sending
 * reports that.
 */
function destinationOf({ target, channel, channelKey, ...notification }: NotificationProgress) {
  try {
    if (target === null) return { channel, key: channelKey, destination: decryptDestination(notification) };
    const { to, paceKey } = deliveryTarget(target);
    return { channel: target.kind, key: paceKey, destination: to };
  } catch {
    return { channel, key: channelKey, destination: null };
  }
}
