import { randomUUID } from 'node:crypto';
import { requireRecentSignIn } from '#server/accounts/sessions/require-recent-sign-in.server.ts';
import type { Account, RequestFacts } from '#server/accounts/types.ts';
import { requireOtherAdmin } from '#server/admin/lock-admins.server.ts';
import { closeCustomer } from '#server/billing/close-customer.server.ts';
import { databaseNow } from '#server/database/database-now.server.ts';
import { removedChannel } from '#server/channels/decrypt-channel.server.ts';
import { db, type Tx } from '#server/database/db.server.ts';
import { removed as removedSubscription } from '#server/event-subscriptions/save-subscription.server.ts';
import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';
import { deleteJobs } from '#server/jobs/delete-jobs.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/**
 * Deletes an account: its jobs stop, its sessions, keys and secrets stop working, its subscription ends, and its row
 * keeps no personal data. The relay cancels calls in flight and removes the jobs with their history, then a maintenance
 * task the row. The security log keeps its entries. An admin loses the role first, so of two that leave at once the
 * last is refused.
 *
 * @throws AppError authorization_error, details `{reason: 'sign_in_too_old'}`: signed in more than 30 minutes ago;
 *   conflict: it is the only admin who is not suspended, and nothing was deleted; external_service_error: the payment
 *   provider did not end the subscription, and nothing was deleted
 */
export async function deleteAccount({
  user,
  authenticatedAt,
  request,
}: {
  user: Account;
  authenticatedAt: Date;
  request: RequestFacts;
}): Promise<void> {
  const { id: userId, tier } = user;
  requireRecentSignIn({ authenticatedAt, to: 'delete the account' });
  const wasAdmin = await stepDown(userId);
  // Before any deletion: a deleted account must not be charged.
  let closed = await closeCustomer({ userId }).catch(async (error: unknown) => {
    if (wasAdmin) await db().user.update({ where: { id: userId }, data: { role: 'admin' } });
    throw error;
  });
  const jobs = await db().job.findMany({ where: { ownerId: userId, deletedAt: null }, select: { id: true } });
  // Before the account: if this process dies between the two, the owner can repeat the deletion.
  await deleteJobs({ owner: { id: userId, tier, request }, jobIds: jobs.map(({ id }) => id) });
  // A checkout in another tab may have made a customer meanwhile.
  while (!(await empty({ userId, closed, request, jobs: jobs.length })))
    closed = await closeCustomer({ userId });
}

/** @returns whether it was an admin until now */
function stepDown(userId: number): Promise<boolean> {
  return db().$transaction(async (tx) => {
    await requireOtherAdmin({ tx, userId });
    const { count } = await tx.user.updateMany({
      where: { id: userId, role: 'admin' },
      data: { role: 'user' },
    });
    return count > 0;
  });
}

/**
 * Empties the account's row and revokes its credentials.
 * @param closed its customer, removed at the payment provider
 * @returns false, without a change, if it has another customer by now
 */
function empty({
  userId,
  closed,
  request,
  jobs,
}: {
  userId: number;
  closed: string | null;
  request: RequestFacts;
  jobs: number;
}): Promise<boolean> {
  return db().$transaction(async (tx) => {
    await lockOwner({ tx, ownerId: userId });
    const subscription = await tx.subscription.findUnique({ where: { userId } });
    if ((subscription?.stripeCustomerId ?? closed) !== closed) return false;
    const now = await databaseNow({ tx });
    // In the order of the ledger and of channels.
    await tx.$queryRaw`select "id" from "Job" where "ownerId" = ${userId} order by "id" for no key update`;
    // Jobs saved meanwhile by another tab.
    await tx.job.updateMany({
      where: { ownerId: userId, deletedAt: null },
      data: { deletedAt: now, applyAfter: now },
    });
    await removeWhatOpens({ tx, userId });
    await tx.user.update({ where: { id: userId }, data: { ...nobody(), deletedAt: now } });
    await recordEvent({
      tx,
      code: 'user_changed',
      actorId: userId,
      subjectId: userId,
      request,
      details: { act: 'deleted', jobs },
    });
    return true;
  });
}

async function removeWhatOpens({ tx, userId }: { tx: Tx; userId: number }): Promise<void> {
  const where = { userId };
  await tx.pushSubscription.deleteMany({ where });
  await tx.session.deleteMany({ where });
  await tx.apiKey.deleteMany({ where });
  await tx.secret.deleteMany({ where });
  // Not removed here: their logs can be long.
  await tx.channel.updateMany({ where: { userId, deletedAt: null }, data: removedChannel({ userId }) });
  await tx.savedView.deleteMany({ where });
  await tx.mailRecipient.deleteMany({ where });
  await tx.subscription.deleteMany({ where });
  await tx.idempotencyKey.deleteMany({ where });
  await tx.accountMail.deleteMany({ where });
  await tx.testRun.deleteMany({ where: { ownerId: userId } });
  await tx.accessToken.deleteMany({ where: { ownerId: userId } });
  // Their deliveries may be many: the maintenance task events removes them.
  await tx.eventSubscription.updateMany({
    where: { ownerId: userId, deletedAt: null },
    data: removedSubscription(userId),
  });
}

/** Values of a row without personal data, invisible to sign-ins. */
function nobody() {
  return {
    issuer: 'deleted',
    subject: randomUUID(),
    email: '',
    emailVerified: false,
    username: null,
    firstName: null,
    lastName: null,
    profileImageUrl: null,
    role: 'user',
    hasWeeklySummary: false,
    hasPauseMails: false,
    pushAskedAt: null,
    defaultNotificationType: null,
    defaultNotificationConfig: null,
    signingSecret: null,
    previousSigningSecret: null,
    signingRotatedAt: null,
  } as const;
}
