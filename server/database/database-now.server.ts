import type { Tx } from '#server/database/db.server.ts';

/**
 * The instant by the database's clock, in whole milliseconds. What processes compare with each other is written by
 * this one clock; their own may differ.
 */
export async function databaseNow({ tx }: { tx: Tx }): Promise<Date> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`
    select date_trunc('milliseconds', clock_timestamp()) as "now"`;
  if (!row) throw new Error('The database did not return its time.');
  return row.now;
}
