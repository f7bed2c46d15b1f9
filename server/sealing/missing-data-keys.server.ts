import { getPool } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';

/**
 * Checks the data keys at start: records this process's own first key before anything is sealed with it, and returns
 * the ids of keys that rows may still be sealed with but DATA_KEYS lacks. A single one is enough to refuse the start.
 * @throws any error of the database driver while the database is down
 */
export async function missingDataKeys(): Promise<string[]> {
  const { DATA_KEYS } = env();
  const [first] = DATA_KEYS;
  if (first) {
    await getPool().query(`insert into "DataKey" ("id") values ($1) on conflict do nothing`, [first.id]);
  }
  const { rows } = await getPool().query<{ id: string }>(`select "id" from "DataKey" order by "id"`);
  return rows.map(({ id }) => id).filter((id) => !DATA_KEYS.some((key) => key.id === id));
}

/** Last message of a process that lacks data keys. */
export const missingKeysText = (ids: string[]) =>
  `The start is refused: rows are sealed with the data keys ${ids.join(', ')}, which DATA_KEYS does not contain.`;
