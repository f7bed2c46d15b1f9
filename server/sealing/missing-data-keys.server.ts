import { createPool } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';

/**
 * Whether this process may start: it notes its own first data key before it seals anything with it, and answers the
 * ids of keys that rows may still be sealed with and that DATA_KEYS does not contain. One is enough to refuse the start.
 * @throws what the database driver throws while the database is away
 */
export async function missingDataKeys(): Promise<string[]> {
  const { DATA_KEYS } = env();
  const [first] = DATA_KEYS;
  if (first) {
    await createPool().query(`insert into "DataKey" ("id") values ($1) on conflict do nothing`, [first.id]);
  }
  const { rows } = await createPool().query<{ id: string }>(`select "id" from "DataKey" order by "id"`);
  return rows.map(({ id }) => id).filter((id) => !DATA_KEYS.some((key) => key.id === id));
}

/** The sentence with which a process ends that lacks data keys. */
export const missingKeysText = (ids: string[]) =>
  `The start is refused: rows are sealed with the data keys ${ids.join(', ')}, which DATA_KEYS does not contain.`;
