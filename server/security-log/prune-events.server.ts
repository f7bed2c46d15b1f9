import { db } from '#server/database/db.server.ts';

export const keptDays = 365;

/**
 * Removes the oldest entries of the security log that are older than a year: nothing else removes entries.
 * @param limit rows of one call
 * @returns number of removed rows
 */
export async function pruneEvents({ limit }: { limit: number }): Promise<number> {
  return db().$transaction(async (tx) => {
    // The trigger refuses a delete without this; the setting ends with the transaction.
    await tx.$executeRaw`select set_config('punctual.prune', 'on', true)`;
    return tx.$executeRaw`
      delete from "SecurityEvent" where "id" in (
        select "id" from "SecurityEvent" where "at" < now() - make_interval(days => ${keptDays}::int)
        order by "at" limit ${limit}::int for update skip locked)`;
  });
}
