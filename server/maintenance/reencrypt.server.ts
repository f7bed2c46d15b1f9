import { getPool } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';
import { log } from '#server/log.server.ts';
import { resealRows } from '#server/sealing/reseal-rows.server.ts';
import { sealedTables } from '#server/sealing/sealed-tables.ts';
import { readTaskWalk, writeTaskWalk } from './task-walk.server.ts';

const rowsAtOnce = 500;
/** Rows that need no change are cheap, so a run covers more of them. */
const longestMs = 20_000;

/** Position of the walk. */
interface Walk {
  keyId: string;
  table: number;
  after: string[] | null;
  /** Nothing had to be changed since its beginning. */
  isClean: boolean;
}

/**
 * Re-encrypts values with the first data key, 500 rows a run, table after table. A complete pass without a change shows
 * that the other keys are no longer needed: they may be dropped.
 * @returns number of re-encrypted values
 */
export async function reencrypt({ isStopping }: { isStopping: () => boolean }): Promise<number> {
  const keyId = env().DATA_KEYS[0]?.id ?? '';
  if (!(await hasOtherKeys(keyId))) return 0;
  const end = performance.now() + longestMs;
  let walk = await readWalk(keyId);
  let changed = 0;
  while (changed < rowsAtOnce && !isStopping() && performance.now() < end) {
    const table = sealedTables[walk.table];
    if (!table) {
      if (walk.isClean) await dropOtherKeys(keyId);
      walk = beginning(keyId);
      break;
    }
    const part = await resealRows({ table, after: walk.after, limit: rowsAtOnce });
    changed += part.changed;
    const isClean = walk.isClean && part.changed + part.failed === 0;
    const isAtEnd = part.read < rowsAtOnce;
    walk = { keyId, isClean, table: walk.table + (isAtEnd ? 1 : 0), after: isAtEnd ? null : part.last };
  }
  await writeTaskWalk({ name: reencryptName, walk });
  return changed;
}

export const reencryptName = 'reencryption';

const beginning = (keyId: string): Walk => ({ keyId, table: 0, after: null, isClean: true });

async function hasOtherKeys(keyId: string): Promise<boolean> {
  const { rows } = await getPool().query(`select from "DataKey" where "id" <> $1 limit 1`, [keyId]);
  return rows.length > 0;
}

/** A walk for another key than the first one of now has nothing to say. */
async function readWalk(keyId: string): Promise<Walk> {
  const walk = await readTaskWalk<Walk>(reencryptName);
  return walk?.keyId === keyId ? walk : beginning(keyId);
}

async function dropOtherKeys(keyId: string): Promise<void> {
  const { rows } = await getPool().query<{ id: string }>(
    `delete from "DataKey" where "id" <> $1 returning "id"`,
    [keyId],
  );
  log().info({ keys: rows.map(({ id }) => id) }, 're-encryption: these data keys may be dropped');
}
