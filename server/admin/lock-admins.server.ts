import { AppError } from '#domain/errors.ts';
import type { Tx } from '#server/database/db.server.ts';

const adminLock = 4_720_001;

/**
 * Who is an admin changes in one transaction at a time: until its end nobody else decides by what it read. Taken before
 * any row of an account: two transactions that lock in different orders would end in a deadlock (40P01).
 */
export async function lockAdmins({ tx }: { tx: Tx }): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(${adminLock})`;
}

/**
 * Locks who is an admin and looks again whether the one who asks still is. Since nobody changes themselves, whoever asks
 * stays: the last admin is not lost that way, however many ask at once.
 * @throws AppError authorization_error: no admin any more; conflict: it is the one who asks
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
 * Locks who is an admin and looks whether the installation has one besides this account, if it is one: without, only
 * the settings of the installation (ADMIN_EMAILS) could name another.
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
