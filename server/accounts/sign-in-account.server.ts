import { AppError } from '#domain/errors.ts';
import { enqueueWelcomeMail } from '#server/account-mail/enqueue-welcome-mail.server.ts';
import { createSession } from '#server/accounts/sessions/create-session.server.ts';
import { hashSessionToken } from '#server/accounts/sessions/session-token.server.ts';
import type { Identity, RequestFacts } from '#server/accounts/types.ts';
import { lockAdmins } from '#server/admin/lock-admins.server.ts';
import { db, type Tx } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/**
 * Creates a session for the account of an identity, and the account at the first sign-in. The browser's former session
 * ends, so an id known before the sign-in opens nothing after it.
 *
 * @param formerToken the token of the session the browser still held
 * @param path and lifeMs: by which call, and how long the session lasts at most
 * @throws AppError authorization_error: the account is suspended
 */
export async function signInAccount({
  identity,
  request,
  formerToken,
  path = '/auth/callback',
  lifeMs,
}: {
  identity: Identity;
  request: RequestFacts;
  formerToken: string | null;
  path?: string;
  lifeMs?: number;
}): Promise<{ userId: number; token: string; sessionId: number }> {
  const signedIn = await db().$transaction(async (tx) => {
    const isListed = isListedAdmin(identity);
    // Before the row of the account: a change of its role locks the two in this order.
    if (isListed) await lockAdmins({ tx });
    const user = await saveAccount({ tx, identity });
    const about = { tx, actorId: user.id, path, request };
    if (user.suspendedAt) {
      await recordEvent({ ...about, code: 'access_denied', details: { reason: 'suspended' } });
      return null;
    }
    if (isListed) await grantFirstAdmin({ tx, userId: user.id, request });
    const { authenticatedAt } = identity;
    const asked = { tx, userId: user.id, authenticatedAt, request };
    const session = await createSession({ ...asked, ...(lifeMs !== undefined && { lifeMs }) });
    if (formerToken) await endFormer({ tx, formerToken, userId: user.id, sessionId: session.sessionId });
    await recordEvent({ ...about, code: 'login' });
    return { userId: user.id, ...session };
  });
  // Thrown after the commit: the entry of the security log stays.
  if (!signedIn) throw new AppError('authorization_error', { message: 'This account is suspended.' });
  return signedIn;
}

/** Push subscriptions of the browser move to the new session; those of another account end. */
async function endFormer({
  tx,
  formerToken,
  userId,
  sessionId,
}: {
  tx: Tx;
  formerToken: string;
  userId: number;
  sessionId: number;
}) {
  const former = { tokenHash: hashSessionToken(formerToken) };
  await tx.pushSubscription.updateMany({ where: { userId, session: former }, data: { sessionId } });
  await tx.pushSubscription.deleteMany({ where: { session: former } });
  await tx.session.deleteMany({ where: former });
}

/** Names are taken from the provider once, since users edit them; the address and the picture follow it. */
async function saveAccount({ tx, identity }: { tx: Tx; identity: Identity }) {
  const { issuer, subject, email, username, firstName, lastName, pictureUrl } = identity;
  const followed = { email, emailVerified: identity.isEmailVerified, username, profileImageUrl: pictureUrl };
  const where = { issuer_subject: { issuer, subject } };
  const known = await tx.user.findUnique({ where, select: { id: true } });
  const user = await tx.user.upsert({
    where,
    create: { issuer, subject, firstName, lastName, ...followed },
    update: followed,
  });
  if (!known) await enqueueWelcomeMail({ tx, userId: user.id });
  return user;
}

/** Reports whether an identity's verified address is listed in ADMIN_EMAILS (D24). */
function isListedAdmin({ email, isEmailVerified }: Pick<Identity, 'email' | 'isEmailVerified'>): boolean {
  const listed = env().ADMIN_EMAILS.map((address) => address.toLowerCase());
  return isEmailVerified && listed.includes(email.toLowerCase());
}

/**
 * Makes a listed user an admin if there is no acting admin yet (D24). The caller has locked the admins (`lockAdmins`), so
 * that two first sign-ins at once make one admin only.
 */
async function grantFirstAdmin({
  tx,
  userId,
  request,
}: {
  tx: Tx;
  userId: number;
  request: RequestFacts;
}): Promise<void> {
  // A suspended admin cannot act: without this check, the last acting admin could not be replaced.
  const acting = await tx.user.count({ where: { role: 'admin', suspendedAt: null, deletedAt: null } });
  if (acting > 0) return;
  await tx.user.update({ where: { id: userId }, data: { role: 'admin' } });
  await recordEvent({
    tx,
    code: 'user_changed',
    actorId: userId,
    subjectId: userId,
    request,
    details: { role: 'admin' },
  });
}
