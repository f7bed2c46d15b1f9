import { hashSessionToken } from '#server/accounts/sessions/session-token.server.ts';
import type { RequestFacts } from '#server/accounts/types.ts';
import { db } from '#server/database/db.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/** Signs out: the session and everything issued under it end at once. An unknown token is no error. */
export async function endSession({
  token,
  request,
}: {
  token: string;
  request: RequestFacts;
}): Promise<void> {
  await db().$transaction(async (tx) => {
    const where = { tokenHash: hashSessionToken(token) };
    const found = await tx.session.findUnique({ where, select: { userId: true } });
    // The next person at this browser must not see these jobs' messages.
    await tx.pushSubscription.deleteMany({ where: { session: where } });
    const { count } = await tx.session.deleteMany({ where });
    if (found && count > 0)
      await recordEvent({ tx, code: 'logout', actorId: found.userId, path: '/logout', request });
  });
}
