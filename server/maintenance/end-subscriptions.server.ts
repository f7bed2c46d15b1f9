import { fallToFree, isOver } from '#server/billing/fall-to-free.server.ts';
import { getPool } from '#server/database/db.server.ts';

const accountsAtOnce = 500;

/** Downgrades accounts whose trial or period ended without an update; the rest waits for the next run. */
export async function endSubscriptions({ isStopping }: { isStopping: () => boolean }): Promise<number> {
  const { rows } = await getPool().query<{ userId: number }>(
    `select s."userId" from "Subscription" s where s."tier" <> 'free' and ${isOver} order by 1 limit $1`,
    [accountsAtOnce],
  );
  let fallen = 0;
  for (const { userId } of rows) {
    if (isStopping()) break;
    if (await fallToFree({ userId })) fallen += 1;
  }
  return fallen;
}
