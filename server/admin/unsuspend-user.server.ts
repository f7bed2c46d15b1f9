import { AppError } from '#domain/errors.ts';
import { lockAsAdmin } from '#server/admin/lock-admins.server.ts';
import type { Admin } from '#server/admin/types.ts';
import { db } from '#server/database/db.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/**
 * Ends the suspension of an account: its keys work and its jobs fire again, from the next fire on.
 * @throws AppError conflict: the account is the caller; not_found
 */
export async function unsuspendUser({ admin, userId }: { admin: Admin; userId: number }): Promise<void> {
  await db().$transaction(async (tx) => {
    await lockAsAdmin({ tx, adminId: admin.id, userId });
    const found = await tx.user.findFirst({ where: { id: userId, deletedAt: null } });
    if (!found) throw new AppError('not_found');
    if (!found.suspendedAt) return;
    await tx.user.update({ where: { id: userId }, data: { suspendedAt: null, suspendReason: null } });
    await recordEvent({
      tx,
      code: 'admin_action',
      actorId: admin.id,
      subjectId: userId,
      request: admin.request,
      details: { act: 'unsuspend' },
    });
  });
}
