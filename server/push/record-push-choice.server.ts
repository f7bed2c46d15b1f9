import { db } from '#server/database/db.server.ts';

/** The account has answered whether failures shall be pushed: it is asked once. */
export async function recordPushChoice({ userId }: { userId: number }): Promise<void> {
  await db().user.updateMany({ where: { id: userId, pushAskedAt: null }, data: { pushAskedAt: new Date() } });
}
