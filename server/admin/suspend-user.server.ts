import { AppError } from '#domain/errors.ts';
import { characterError } from '#domain/text/plain-text.ts';
import { lockAsAdmin } from '#server/admin/lock-admins.server.ts';
import type { Admin } from '#server/admin/types.ts';
import { db } from '#server/database/db.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

const longestReason = 200;

/**
 * Suspends an account: its sessions end at once, its credentials are refused, and its fires are skipped (security.md
 * section 9). An already suspended account gets the new reason.
 *
 * @param reason for admins; 1 to 200 characters
 * @throws AppError validation_error on reason; conflict: the account is the caller; not_found
 */
export async function suspendUser({
  admin,
  userId,
  reason,
}: {
  admin: Admin;
  userId: number;
  reason: string;
}): Promise<void> {
  const words = reason.trim();
  if (
    words === '' ||
    words.length > longestReason ||
    characterError({ text: words, kind: 'line' }) !== null
  ) {
    const text = `Give a reason of 1 to ${longestReason} characters, on one line.`;
    throw new AppError('validation_error', { message: text, details: { reason: text } });
  }
  await db().$transaction(async (tx) => {
    await lockAsAdmin({ tx, adminId: admin.id, userId });
    const { count } = await tx.user.updateMany({
      where: { id: userId, deletedAt: null },
      data: { suspendedAt: new Date(), suspendReason: words },
    });
    if (count === 0) throw new AppError('not_found');
    await tx.pushSubscription.deleteMany({ where: { userId } });
    await tx.session.deleteMany({ where: { userId } });
    await recordEvent({
      tx,
      code: 'admin_action',
      actorId: admin.id,
      subjectId: userId,
      request: admin.request,
      details: { act: 'suspend', reason: words },
    });
  });
}
