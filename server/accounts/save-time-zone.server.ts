import { db } from '#server/database/db.server.ts';

/** Keeps the zone the user's browser is in, for times in mails and on pages. */
export async function saveTimeZone({
  userId,
  timeZone,
}: {
  userId: number;
  timeZone: string;
}): Promise<void> {
  await db().user.updateMany({ where: { id: userId, NOT: { timeZone } }, data: { timeZone } });
}
