import { dayMs } from '#domain/time/units.ts';
import type { Tx } from '#server/database/db.server.ts';
import { isMailConfigured } from '#server/mail/transport.server.ts';
import { sealDestination } from '#server/notifications/channels/channel.server.ts';
import type { NotificationRow } from './notification-rows.server.ts';
import { readRule, undeliveredRule } from './stored-rule.ts';

/**
 * Owes the owner an email of a note its channel did not take (D37a): at most one a day, over all jobs of the account.
 * Browsers and mailboxes have no such substitute.
 * @param now UTC milliseconds
 */
export async function enqueueMail({
  tx,
  row,
  now,
}: {
  tx: Tx;
  row: NotificationRow;
  now: number;
}): Promise<void> {
  const { ownerId, owner } = row.job;
  if (row.channel === 'email' || row.channel === 'push') return;
  if (!owner.emailVerified || !isMailConfigured()) return;
  // The second of two concurrent failures finds the email of the first.
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`undelivered ${ownerId}`}, 0))`;
  const mailed = await tx.notification.findFirst({
    where: {
      job: { ownerId },
      rule: { startsWith: 'undelivered' },
      enqueuedAt: { gt: new Date(now - dayMs) },
    },
    select: { id: true },
  });
  if (mailed) return;
  const at = new Date(now);
  const { id } = await tx.notification.create({
    data: {
      ...sealDestination({ ownerId, open: { channel: 'email', to: owner.email } }),
      ...{ jobId: row.jobId, executionId: row.executionId, rule: undeliveredRule(readRule(row.rule)) },
      ...{ streak: row.streak, streakStartedAt: row.streakStartedAt, enqueuedAt: at, nextAt: at },
    },
    select: { id: true },
  });
  await tx.$executeRaw`select pg_notify('notification_enqueued', ${String(id)})`;
}
