import { dayMs, hourMs } from '#domain/time/units.ts';
import { closedErrors } from '#server/channels/delivery-target.server.ts';
import { lockChannel, recordChannelDelivery } from '#server/channels/record-channel-delivery.server.ts';
import { db, type Tx } from '#server/database/db.server.ts';
import { isMailConfigured } from '#server/mail/transport.server.ts';
import { sealDestination } from '#server/notifications/channels/channel.server.ts';
import { withoutBrowser } from '#server/notifications/channels/push-notification.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import type { NotificationRow } from './notification-rows.server.ts';
import { expectDigest } from './reserve-delivery.server.ts';
import { readRule, undeliveredRule } from './stored-rule.ts';
import type { Delivery, Sent } from './types.ts';

/** Delays between attempts (security.md section 10); after the last one, a notification fails. */
export const waitsMs = [5_000, 30_000, 300_000, 1_800_000, 7_200_000];
const longestWaitMs = hourMs;

/**
 * Records the result of an attempt for all notifications in it. A failed one leaves an entry in the security log,
 * unless no browser was left to push it to, and goes to its owner by email, once a day.
 * @param unread ids of a digest's notifications that it counts without listing them
 * @param paceKey of their destination
 * @returns the next step of each, by id
 */
export async function recordDeliveries({
  rows,
  unread,
  paceKey,
  sent,
  now,
}: {
  rows: NotificationRow[];
  unread: number[];
  paceKey: string;
  sent: Sent;
  now: number;
}): Promise<Map<number, Delivery>> {
  const next = new Map(rows.map((row) => [Number(row.id), nextOf({ row, sent, now })]));
  const digested = rows[0] && rows.length > 1 ? nextOf({ row: rows[0], sent, now }) : null;
  // All of a batch go to one channel.
  const target = rows[0]?.target;
  await db().$transaction(async (tx) => {
    // The next attempt is one digest again. First, because a claim locks the destination before its notifications.
    if (digested?.kind === 'again') await expectDigest({ tx, paceKey });
    if (target) await lockChannel({ tx, channelId: target.id });
    const recorded = await recordResults({ tx, next, sent, now });
    for (const row of rows) {
      const isFailed = recorded.has(row.id) && next.get(Number(row.id))?.kind === 'failed';
      if (!isFailed || withoutBrowser.includes(sent.errorCode ?? '')) continue;
      await recordEvent({
        tx,
        code: 'notification_failed',
        actorId: row.job.ownerId,
        subjectId: row.jobId,
        details: { notification: Number(row.id), channel: row.channel, error: sent.errorCode ?? '' },
      });
      // The owner was mailed when the channel was disabled, but not of a smaller plan.
      if (sent.errorCode !== 'channel_disabled') await enqueueMail({ tx, row, now });
    }
    if (target && recorded.size > 0 && !closedErrors.includes(sent.errorCode ?? ''))
      await recordChannelDelivery({ tx, channel: target, sent, now });
  });
  if (digested) await recordUnread({ ids: unread, delivery: digested, sent, now });
  return new Map([...next, ...unread.map((id) => [id, digested ?? { kind: 'failed' }] as const)]);
}

/**
 * Records the result of some notifications in one statement.
 * @returns the ids that had no result yet; the others were written by a transaction whose commit was not confirmed
 */
async function recordResults({
  tx,
  next,
  sent,
  now,
}: {
  tx: Tx;
  next: Map<number, Delivery>;
  sent: Sent;
  now: number;
}): Promise<Set<bigint>> {
  const deliveries = [...next.values()];
  const states = deliveries.map(({ kind }) => (kind === 'again' ? 'pending' : kind));
  const nextAts = deliveries.map((delivery) => (delivery.kind === 'again' ? new Date(delivery.at) : null));
  const recorded = await tx.$queryRaw<{ id: bigint }[]>`
    update "Notification" n
    set "errorCode" = ${sent.errorCode}, "statusCode" = ${sent.statusCode}::int, "response" = ${sent.response ?? null},
      "state" = r."state"::"NotificationState", "nextAt" = coalesce(r."nextAt", n."nextAt"),
      "endedAt" = case when r."nextAt" is null then ${new Date(now)}::timestamptz end
    from unnest(${[...next.keys()]}::int8[], ${states}::text[], ${nextAts}::timestamptz[]) as r("id", "state", "nextAt")
    where n."id" = r."id" and n."state" = 'pending' returning n."id"`;
  return new Set(recorded.map(({ id }) => id));
}

/** Rows of one statement. */
const recordedAtOnce = 2_000;

/** Gives the result of a digest to those that it only counts, in short transactions. */
async function recordUnread({
  ids,
  delivery,
  ...result
}: {
  ids: number[];
  delivery: Delivery;
  sent: Sent;
  now: number;
}): Promise<void> {
  for (let at = 0; at < ids.length; at += recordedAtOnce) {
    const next = new Map(ids.slice(at, at + recordedAtOnce).map((id) => [id, delivery]));
    await recordResults({ tx: db(), next, ...result });
  }
}

function nextOf({ row, sent, now }: { row: NotificationRow; sent: Sent; now: number }): Delivery {
  if (sent.errorCode === null) return { kind: 'sent' };
  const waitMs = waitsMs[row.attempts - 1];
  if (sent.isFinal || waitMs === undefined) return { kind: 'failed' };
  return { kind: 'again', at: now + Math.max(waitMs, Math.min(sent.waitMs ?? 0, longestWaitMs)) };
}

// From the few such mails to their jobs: an account may have thousands of jobs, and a storm thousands of failures.
export const undeliveredMailText = `
  select 1 from "Notification" n join "Job" j on j."id" = n."jobId"
  where n."rule" like 'undelivered%' and n."enqueuedAt" > $2::timestamptz and j."ownerId" = $1::int limit 1`;

/**
 * Enqueues an email to the owner for a notification that its channel failed to take (D37a): at most one a day, over all
 * jobs of the account. Push and the email to the owner have no such substitute.
 * @param now UTC milliseconds
 */
async function enqueueMail({ tx, row, now }: { tx: Tx; row: NotificationRow; now: number }): Promise<void> {
  const { ownerId, owner } = row.job;
  if (row.channel === 'push' || (row.channel === 'email' && row.channelId === null)) return;
  if (!owner.emailVerified || !isMailConfigured()) return;
  // The second of two concurrent failures finds the email of the first.
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`undelivered ${ownerId}`}, 0))`;
  const mailed = await tx.$queryRawUnsafe<unknown[]>(undeliveredMailText, ownerId, new Date(now - dayMs));
  if (mailed.length > 0) return;
  const at = new Date(now);
  // Another channel, or an earlier reminder of a snooze, may have had the mail about this execution and rule.
  const [made] = await tx.notification.createManyAndReturn({
    data: [
      {
        ...sealDestination({ ownerId, open: { channel: 'email', to: owner.email } }),
        ...{ jobId: row.jobId, executionId: row.executionId, rule: undeliveredRule(readRule(row.rule)) },
        ...{ occurrence: row.occurrence, details: row.details },
        ...{ streak: row.streak, streakStartedAt: row.streakStartedAt, enqueuedAt: at, nextAt: at },
      },
    ],
    skipDuplicates: true,
    select: { id: true },
  });
  if (made) await tx.$executeRaw`select pg_notify('notification_enqueued', ${String(made.id)})`;
}
