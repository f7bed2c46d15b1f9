import { AppError } from '#domain/errors.ts';
import { requireRecentSignIn } from '#server/accounts/sessions/require-recent-sign-in.server.ts';
import { lockAsAdmin } from '#server/admin/lock-admins.server.ts';
import type { Admin } from '#server/admin/types.ts';
import { db } from '#server/database/db.server.ts';
import type { User } from '#server/generated/client.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/**
 * Makes an account an admin, or an ordinary user again (D24). Its sessions end: a role takes effect with a new sign-in
 * (security.md section 3).
 *
 * @param authenticatedAt last sign-in of the calling admin
 * @throws AppError authorization_error: signed in more than 30 minutes ago (details `{reason: 'sign_in_too_old'}`), or
 *   no longer an admin; conflict: the account is the caller, or suspended; not_found
 */
export async function setRole({
  admin,
  authenticatedAt,
  userId,
  role,
}: {
  admin: Admin;
  authenticatedAt: Date;
  userId: number;
  role: User['role'];
}): Promise<void> {
  requireRecentSignIn({ authenticatedAt, to: 'change a role' });
  await db().$transaction(async (tx) => {
    await lockAsAdmin({ tx, adminId: admin.id, userId });
    const found = await tx.user.findFirst({ where: { id: userId, deletedAt: null } });
    if (!found) throw new AppError('not_found');
    if (found.role === role) return;
    if (role === 'admin' && found.suspendedAt)
      throw new AppError('conflict', { message: 'A suspended account cannot become an admin.' });
    await tx.user.update({ where: { id: userId }, data: { role } });
    await tx.pushSubscription.deleteMany({ where: { userId } });
    await tx.session.deleteMany({ where: { userId } });
    await recordEvent({
      tx,
      code: 'admin_action',
      actorId: admin.id,
      subjectId: userId,
      request: admin.request,
      details: { act: 'role', role },
    });
  });
}
