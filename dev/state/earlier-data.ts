import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { keptDataKeys } from './keys.ts';

/** State kept between starts, apart from files that every start writes again. The database may be elsewhere. */
const keptNames = [
  'pg',
  'keys.json',
  'payments.json',
  'mail',
  'temporal.db',
  'temporal.db-shm',
  'temporal.db-wal',
];

/**
 * A database outlives its clone where it cannot be kept inside (started as root): a new clone at the same path finds
 * it, and not the keys its secrets are sealed with.
 * @throws Error that offers a fresh start
 */
export function requireKeys({ home, dataFolder }: { home: string; dataFolder: string }): void {
  const isThere = existsSync(join(dataFolder, 'PG_VERSION'));
  if (!isThere || process.env.DATA_KEYS !== undefined || keptDataKeys({ home })?.DATA_KEYS !== undefined)
    return;
  throw new Error(
    `The database in ${dataFolder} was made by an earlier clone, and its keys (${join(home, 'keys.json')}) are missing. ` +
      'Bring that file back, or run `npm start -- --fresh`: it moves the earlier data aside and starts with an empty database.',
  );
}

/**
 * Moves what earlier starts kept to a folder beside, so this one begins empty. Nothing is deleted.
 * @returns the folders where it is now; none where nothing was kept
 */
export function moveAside({
  home,
  dataFolder,
  now = new Date(),
}: {
  home: string;
  dataFolder: string;
  now?: Date;
}): string[] {
  const suffix = `earlier-${now.toISOString().replace(/\D/g, '').slice(0, 14)}`;
  const moved: string[] = [];
  const found = keptNames.filter((name) => existsSync(join(home, name)));
  const folder = join(home, suffix);
  if (found.length > 0) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of found) renameSync(join(home, name), join(folder, name));
    moved.push(folder);
  }
  // As root the database is elsewhere, else it has just been moved.
  if (existsSync(dataFolder)) {
    renameSync(dataFolder, `${dataFolder}.${suffix}`);
    moved.push(`${dataFolder}.${suffix}`);
  }
  return moved;
}
