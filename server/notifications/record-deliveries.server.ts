import { hourMs } from '#domain/time/units.ts';
import { db } from '#server/database/db.server.ts';
import { withoutBrowser } from '#server/notifications/channels/push-notification.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import { enqueueMail } from './enqueue-mail.server.ts';
import type { NotificationRow } from './notification-rows.server.ts';
import type { Delivery, Sent } from './types.ts';

/** Delays between attempts (security.md section 10); after the last one, a notification fails. */
export const waitsMs = [5_000, 30_000, 300_000, 1_800_000, 7_200_000];
const longestWaitMs = hourMs;

/**
 * Records the result of an attempt for all notifications in it. A failed one leaves an entry in the security log,
 * unless no browser was left to push it to, and goes to its owner by email, once a day.
 * @returns the next step of each, by id
 */
export async function recordDeliveries({
  rows,
  sent,
  now,
}: {
  rows: NotificationRow[];
  sent: Sent;
  now: number;
}): Promise<Map<number, Delivery>> {
  const next = new Map(rows.map((row) => [Number(row.id), nextOf({ row, sent, now })]));
  await db().$transaction(async (tx) => {
    for (const row of rows) {
      const delivery = next.get(Number(row.id)) ?? { kind: 'failed' };
      const ends = delivery.kind !== 'again';
      const { count } = await tx.notification.updateMany({
        where: { id: row.id, state: 'pending' },
        data: {
          errorCode: sent.errorCode,
          statusCode: sent.statusCode,
          response: sent.response ?? null,
          ...(ends ? { state: delivery.kind, endedAt: new Date(now) } : { nextAt: new Date(delivery.at) }),
        },
      });
      // Written before, by a transaction whose end was not heard.
      if (count === 0 || delivery.kind !== 'failed' || withoutBrowser.includes(sent.errorCode ?? ''))
        continue;
      await recordEvent({
        tx,
        code: 'notification_failed',
        actorId: row.job.ownerId,
        subjectId: row.jobId,
        details: { notification: Number(row.id), channel: row.channel, error: sent.errorCode ?? '' },
      });
      await enqueueMail({ tx, row, now });
    }
  });
  return next;
}

function nextOf({ row, sent, now }: { row: NotificationRow; sent: Sent; now: number }): Delivery {
  if (sent.errorCode === null) return { kind: 'sent' };
  const waitMs = waitsMs[row.attempts - 1];
  if (sent.isFinal || waitMs === undefined) return { kind: 'failed' };
  return { kind: 'again', at: now + Math.max(waitMs, Math.min(sent.waitMs ?? 0, longestWaitMs)) };
}
