import { AppError } from '#domain/errors.ts';
import type { Tx } from '#server/database/db.server.ts';

const adminLock = 4_720_001;

/**
 * Serializes changes to the set of admins: decisions read a consistent set. Lock it before any account row, because two
 * lock orders would deadlock (40P01).
 */
export async function lockAdmins({ tx }: { tx: Tx }): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(${adminLock})`;
}

/**
 * Locks the set of admins and checks again that the caller is one. Since admins cannot change themselves, the caller
 * stays: the last admin is never lost, even if several act at once.
 * @throws AppError authorization_error: no longer an admin; conflict: the account is the caller
 */
export async function lockAsAdmin({
  tx,
  adminId,
  userId,
}: {
  tx: Tx;
  adminId: number;
  userId: number;
}): Promise<void> {
  if (adminId === userId) throw new AppError('conflict', { message: 'Another admin has to do this to you.' });
  await lockAdmins({ tx });
  const asking = await tx.user.findUnique({
    where: { id: adminId },
    select: { role: true, suspendedAt: true },
  });
  if (asking?.role !== 'admin' || asking.suspendedAt)
    throw new AppError('authorization_error', { message: 'Only admins may do this.' });
}

/**
 * Locks the set of admins and checks that there is another one if this account is an admin: otherwise, only the
 * settings of the installation (ADMIN_EMAILS) could appoint one.
 * @throws AppError conflict: it is the only admin who is not suspended
 */
export async function requireOtherAdmin({ tx, userId }: { tx: Tx; userId: number }): Promise<void> {
  await lockAdmins({ tx });
  const acting = await tx.user.findMany({
    where: { role: 'admin', suspendedAt: null, deletedAt: null },
    select: { id: true },
    take: 2,
  });
  const [only] = acting;
  if (acting.length === 1 && only?.id === userId)
    throw new AppError('conflict', {
      message: 'You are the only admin. Make another account an admin first, then delete this one.',
    });
}
