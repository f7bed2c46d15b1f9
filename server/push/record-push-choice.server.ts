import { db } from '#server/database/db.server.ts';

/** Records the account's choice about push messages: the question is shown once. */
export async function recordPushChoice({ userId }: { userId: number }): Promise<void> {
  await db().user.updateMany({ where: { id: userId, pushAskedAt: null }, data: { pushAskedAt: new Date() } });
}
