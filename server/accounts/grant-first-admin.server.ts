import { lockAdmins } from '#server/admin/lock-admins.server.ts';
import type { RequestFacts } from '#server/accounts/types.ts';
import type { Tx } from '#server/db.server.ts';
import { env } from '#server/env.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

interface Candidate {
  id: number;
  email: string;
  emailVerified: boolean;
}

/**
 * Makes the user an admin if a verified address is listed in ADMIN_EMAILS and there is no admin yet (D24).
 * Two first sign-ins at once still make one admin only.
 */
export async function grantFirstAdmin({
  tx,
  user,
  request,
}: {
  tx: Tx;
  user: Candidate;
  request: RequestFacts;
}): Promise<void> {
  const listed = env().ADMIN_EMAILS.map((email) => email.toLowerCase());
  if (!user.emailVerified || !listed.includes(user.email.toLowerCase())) return;
  await lockAdmins({ tx });
  // One who is suspended acts for nobody: without this the last acting admin could not be replaced.
  const acting = await tx.user.count({ where: { role: 'admin', suspendedAt: null, deletedAt: null } });
  if (acting > 0) return;
  await tx.user.update({ where: { id: user.id }, data: { role: 'admin' } });
  await recordEvent({
    tx,
    code: 'user_changed',
    actorId: user.id,
    subjectId: user.id,
    request,
    details: { role: 'admin' },
  });
}
