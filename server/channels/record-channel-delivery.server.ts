import { dayMs } from '#domain/time/units.ts';
import type { Tx } from '#server/database/db.server.ts';
import { isMailConfigured } from '#server/mail/transport.server.ts';
import type { Sent } from '#server/notifications/types.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import { sealLastDelivery } from './last-delivery.server.ts';

/** Permanent errors in a row after which a channel is disabled (D55). */
export const mostPermanentErrors = 3;
/** The same after failures of any kind for so long. */
export const longestFailingMs = dayMs;

/** Errors that say nothing about a channel: an error of our own, or unconfirmed addresses. */
const unrelated = new Set(['worker_lost', 'mail_unconfigured', 'email_unconfirmed']);

/** A channel as the delivery has read it. */
export interface DeliveredChannel {
  id: number;
  userId: number;
  /** Sealed: a channel that was changed since is not judged by an older delivery. */
  config: string;
}

/**
 * Locks a channel until the transaction ends, before the notifications of a delivery are written: a deletion takes the
 * same order.
 */
export async function lockChannel({ tx, channelId }: { tx: Tx; channelId: number }): Promise<void> {
  await tx.$queryRaw`select "id" from "Channel" where "id" = ${channelId} for no key update`;
}

/**
 * Keeps the last delivery of a channel and counts its failures. It is disabled after three permanent errors in a row, or
 * when nothing has arrived for a day: its owner gets an email. Called with the channel locked.
 */
export async function recordChannelDelivery({
  tx,
  channel: { id, userId, config },
  sent,
  now,
}: {
  tx: Tx;
  channel: DeliveredChannel;
  sent: Sent;
  now: number;
}): Promise<void> {
  const row = await tx.channel.findFirst({ where: { id, deletedAt: null } });
  if (!row) return;
  const lastDelivery = sealLastDelivery({ userId, delivery: toLastDelivery({ sent, now, isTest: false }) });
  const { errorCode } = sent;
  if (row.config !== config || (errorCode !== null && unrelated.has(errorCode))) {
    await tx.channel.update({ where: { id }, data: { lastDelivery } });
    return;
  }
  const failingSince = errorCode === null ? null : (row.failingSince ?? new Date(now));
  const finalFailures = errorCode === null ? 0 : row.finalFailures + (sent.isPermanent ? 1 : 0);
  const isDying =
    finalFailures >= mostPermanentErrors ||
    (failingSince !== null && now - failingSince.getTime() >= longestFailingMs);
  const isDisabled = isDying && row.disabledAt === null;
  await tx.channel.update({
    where: { id },
    data: {
      ...{ lastDelivery, failingSince, finalFailures },
      ...(isDisabled && { disabledAt: new Date(now), disabledReason: errorCode }),
    },
  });
  if (isDisabled) await announce({ tx, channelId: id, userId, kind: row.kind, errorCode, now });
}

async function announce({
  tx,
  channelId,
  userId,
  kind,
  errorCode,
  now,
}: {
  tx: Tx;
  channelId: number;
  userId: number;
  kind: string;
  errorCode: string | null;
  now: number;
}): Promise<void> {
  await recordEvent({
    tx,
    code: 'channel_disabled',
    actorId: userId,
    details: { channel: channelId, kind, error: errorCode ?? '' },
  });
  if (!isMailConfigured()) return;
  await tx.accountMail.createMany({
    data: [{ userId, kind: 'channel_disabled', key: `${channelId} ${now}` }],
    skipDuplicates: true,
  });
}

/** A result as the channel keeps it. */
export function toLastDelivery({ sent, now, isTest }: { sent: Sent; now: number; isTest: boolean }) {
  const { errorCode, statusCode, response = null, body = null } = sent;
  return { at: now, isTest, errorCode, statusCode, response, body };
}
