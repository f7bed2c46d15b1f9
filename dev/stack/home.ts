import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { writeFileSync } from 'node:fs';

/** The name of this home's database folder: another home of the same clone has another. */
export function clusterName({ clone, home }: { clone: string; home: string }): string {
  if (home === resolve(clone, '.punctual')) return 'pg';
  return `pg-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`;
}

/** Records in the home folder the path of the database's data, if it cannot be in that folder. */
export function recordDataFolder({ home, dataFolder }: { home: string; dataFolder: string }): void {
  const record = join(home, 'pg');
  if (record !== dataFolder) writeFileSync(record, `${dataFolder}\n`);
}
