import { randomInt } from 'node:crypto';
import { getPool } from '#server/database/db.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';

/** Work held by a dead process is free again after that. */
const heldSeconds = 60;
const renewMs = 20_000;

const takeStatement = {
  name: 'turn-take',
  text: `
    insert into "RateLimit" ("key", "points", "expire")
    values ($1, $2, (extract(epoch from clock_timestamp()) + $3) * 1000)
    on conflict ("key") do update set "points" = excluded."points", "expire" = excluded."expire"
      where "RateLimit"."expire" < extract(epoch from clock_timestamp()) * 1000`,
};
const renewStatement = {
  name: 'turn-renew',
  text: `update "RateLimit" set "expire" = (extract(epoch from clock_timestamp()) + $3) * 1000
    where "key" = $1 and "points" = $2`,
};
const freeStatement = {
  name: 'turn-free',
  text: `delete from "RateLimit" where "key" = $1 and "points" = $2`,
};

/**
 * Takes the only slot of a kind of work, over all processes: a row of the rate limit table, renewed during the work and
 * free a minute after its process died. It holds no connection meanwhile.
 * @param key subject of the slot, such as "importing:7"; at most 255 characters
 * @returns a function to free it; null while another has it
 * @throws any error of the database driver while the database is down
 */
export async function holdTurn({ key }: { key: string }): Promise<(() => Promise<void>) | null> {
  // The holder of an abandoned slot must not free the next one.
  const mark = randomInt(1, 2 ** 31);
  const { rowCount } = await getPool().query(takeStatement, [key, mark, heldSeconds]);
  if (rowCount === 0) return null;
  const renewing = setInterval(() => {
    getPool().query(renewStatement, [key, mark, heldSeconds]).catch(logged);
  }, renewMs);
  return async () => {
    clearInterval(renewing);
    await getPool().query(freeStatement, [key, mark]).catch(logged);
  };
}

/** It is free by itself soon. */
function logged(error: unknown): void {
  log().warn(errorFields(error), 'a turn could not be renewed or freed');
}
