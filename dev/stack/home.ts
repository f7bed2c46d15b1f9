import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { writeFileSync } from 'node:fs';

/** The name of this home's database folder: another home of the same clone has another. */
export function clusterName({ clone, home }: { clone: string; home: string }): string {
  if (home === resolve(clone, '.punctual')) return 'pg';
  return `pg-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`;
}

/** Says in the home folder where the database's data lies, where it cannot lie there itself. */
export function recordDataFolder({ home, dataFolder }: { home: string; dataFolder: string }): void {
  const record = join(home, 'pg');
  if (record !== dataFolder) writeFileSync(record, `${dataFolder}\n`);
}
