import { getPool } from '#server/database/db.server.ts';
import { inBatches, withinRun } from '#server/maintenance/in-batches.server.ts';

/**
 * Removes deleted channels with their notifications, in short transactions: the log of a channel can be long.
 * @returns number of removed rows
 */
export async function removeChannels({ isStopping }: { isStopping: () => boolean }): Promise<number> {
  const isOver = withinRun(isStopping);
  const { rows } = await getPool().query<{ id: number }>(
    `select "id" from "Channel" where "deletedAt" is not null order by "id" limit 500`,
  );
  let removed = 0;
  for (const { id } of rows) {
    removed += await inBatches({
      isOver,
      step: async (limit) => {
        const { rowCount } = await getPool().query(
          `delete from "Notification" where "id" = any(array(
             select "id" from "Notification" where "channelId" = $2 limit $1))`,
          [limit, id],
        );
        return rowCount ?? 0;
      },
    });
    if (isOver()) return removed;
    removed += (await getPool().query(`delete from "Channel" where "id" = $1`, [id])).rowCount ?? 0;
  }
  return removed;
}
