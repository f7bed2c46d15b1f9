import type { Identity, RequestFacts } from '#server/accounts/types.ts';
import type { Tx } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/** Reports whether an identity's verified address is listed in ADMIN_EMAILS (D24). */
export function isListedAdmin({
  email,
  isEmailVerified,
}: Pick<Identity, 'email' | 'isEmailVerified'>): boolean {
  const listed = env().ADMIN_EMAILS.map((address) => address.toLowerCase());
  return isEmailVerified && listed.includes(email.toLowerCase());
}

/**
 * Makes a listed user an admin if there is no acting admin yet (D24). The caller has locked the admins (`lockAdmins`), so
 * that two first sign-ins at once make one admin only.
 */
export async function grantFirstAdmin({
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
