import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Unused reserve of the heaps of some processes, as their threads wrote it at an instant (`collect.mjs`). A late one is
 * left out: the used part seems larger then, never smaller.
 * @param instant of `nextSampleAt`
 * @returns bytes
 */
export function idleBytesOf({
  home,
  pids,
  instant,
}: {
  home: string;
  pids: readonly string[];
  instant: number;
}): number {
  const folder = join(home, 'idle');
  return readdirSync(folder)
    .filter((name) => /^\d+-\d+$/.test(name) && pids.includes(name.split('-')[0] ?? ''))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Idle)
    .filter((one) => one.instant === instant)
    .reduce((sum, { idleBytes }) => sum + idleBytes, 0);
}

interface Idle {
  instant: number;
  idleBytes: number;
}
